"""Fuzzing of every decoder that takes bytes from outside: see `fuzz.decoders` and docs/security.md."""
