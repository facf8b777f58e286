"""Tables, lobby, accounts, clocks, storage and websockets: everything that lets people meet and play."""
