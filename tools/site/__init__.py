"""The documentation site and the players' help, made by `make docs`."""
