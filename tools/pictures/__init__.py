"""Pictures of README and docs, made by `make pictures`."""
