"""Fuzzing of every decoder that takes bytes from outside: see fuzz.decoders, docs/operators/security.md."""
