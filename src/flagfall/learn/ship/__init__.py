"""From trained weights to the files that ship: ONNX, exact and in whole numbers."""
