"""All tables of a process: opened, found, seated, handed over to another process."""
