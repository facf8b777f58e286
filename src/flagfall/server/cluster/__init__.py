"""Several processes of one server: messages between them, who owns a table, sockets here and elsewhere."""
