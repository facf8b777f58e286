"""What is stored of tables: their rows, logs, owners, chat and the names of their seats."""
