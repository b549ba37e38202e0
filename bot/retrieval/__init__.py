"""Documents cut into passages, encoded, indexed and searched: one immutable snapshot at a time.

Belongs here: folding, chunking, encoders, FAISS, BM25, fusion, the calibrated floor, saving and loading.
Does not: composing replies, Discord, environment variables, async.
May import: ``corpus``, ``domain``, ``errors``. ``encoder`` is the only door to sentence-transformers,
``vector`` the only door to faiss. Importing a module here loads neither until it is used.
"""
