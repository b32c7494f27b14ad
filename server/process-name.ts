import { hostname } from 'node:os';

/** A connection's name holds 63 bytes, and the longest purpose needs 43 of them; a process ID has at most 7 digits. */
const MAX_HOST_LENGTH = 12;

/**
 * What operators can find this process by: the end of the host's name, which in a container is the container's ID, and
 * the process ID.
 */
export const PROCESS_NAME = `${hostname()
	.replace(/[^\w.-]/g, '-')
	.slice(-MAX_HOST_LENGTH)}:${process.pid}`;

/**
 * Returns the name of this process's connection for one purpose. PostgreSQL shows it to all other connections as
 * `application_name` while the connection is open.
 */
export const nameConnection = (purpose: string): string => `${purpose} ${PROCESS_NAME}`;
