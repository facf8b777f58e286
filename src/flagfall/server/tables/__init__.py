"""One table and all tables: the actor that owns a table, its state, its log, clocks, seats, chat."""
