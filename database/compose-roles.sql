-- Runs once, when the database container of compose.yaml is first started: the app gets a role that owns its database
-- and can do nothing else, and the superuser keeps no password, so it can only be used inside the container.
\getenv password POSTGRES_PASSWORD
CREATE ROLE townbell LOGIN PASSWORD :'password';
CREATE DATABASE townbell OWNER townbell;
ALTER ROLE postgres PASSWORD NULL;
