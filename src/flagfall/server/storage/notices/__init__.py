"""What is stored for notices by push and e-mail."""
