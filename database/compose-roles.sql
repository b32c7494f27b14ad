-- Runs once, at the first start of the database container in compose.yaml. The app's role owns its database and has no
-- other rights. The superuser has no password, so it can only be used inside the container.
\getenv password POSTGRES_PASSWORD
CREATE ROLE townbell LOGIN PASSWORD :'password';
CREATE DATABASE townbell OWNER townbell;
ALTER ROLE postgres PASSWORD NULL;
