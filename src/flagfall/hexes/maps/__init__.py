"""Maps: geometry, terrain, the board, map files and generated maps."""
