"""The database: its schema, reads and writes, migrations, backup and checks."""
