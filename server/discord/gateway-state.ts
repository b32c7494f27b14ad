import { one } from '~/database/sql.ts';
import { GATEWAY_STATES, type GatewayState } from '~/domain/discord/preflight.ts';

/**
 * The advisory lock of the replica that holds the deployment's one gateway connection: "town" and "gate" in
 * ASCII.
 */
export const GATEWAY_LOCK = [0x746f776e, 0x67617465] as const;

/**
 * Returns the application name that the lock's connection sets, so that every replica can read the gateway's
 * state. The name disappears when the connection closes.
 */
export const toApplicationName = (state: GatewayState): string => `townbell-gateway ${state}`;

/**
 * Returns the state of the deployment's gateway, whichever replica holds it, or null when no replica does.
 */
export async function readGatewayState(): Promise<GatewayState | null> {
	const row = await one<{
		name: string;
	}>(`SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
		WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
			AND (l.classid, l.objid) = (${GATEWAY_LOCK.join(', ')})
			AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
	if (!row) return null;
	return GATEWAY_STATES.find((state) => toApplicationName(state) === row.name) ?? 'connecting';
}
