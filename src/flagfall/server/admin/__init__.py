"""What an operator does by hand: tokens, bans, closed tables, checks, migrations. The server may be running.

Nothing here talks to a running server: the database is enough. The websockets of a banned person are closed
when the server checks sign-ins next; the owner of a closed table finds the epoch raised at its next append.
"""
