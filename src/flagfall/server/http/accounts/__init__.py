"""HTTP: who somebody is: sessions, tokens, the own account, limits on logins."""
