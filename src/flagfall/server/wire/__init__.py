"""What travels between server and clients, as structs by topic, and the TypeScript written from them."""
