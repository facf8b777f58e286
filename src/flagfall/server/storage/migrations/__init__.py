"""The steps from any older database to the present one."""
