"""Documents cut into passages, encoded, indexed and searched: one immutable snapshot at a time.

Belongs here: folding, chunking, encoders, FAISS, BM25, fusion, the calibrated floor, saving and loading.
Does not: composing replies, Discord, environment variables, async.
May import: ``corpus``, ``domain``, ``errors``. ``encoder`` is the only door to sentence-transformers,
``vector`` (exact) and ``ann`` (approximate) to faiss, ``milvus`` to pymilvus, ``spread`` to ray; ``stores`` says which
store of vectors a setting means. Importing a module here loads none of them until it is used.
"""
