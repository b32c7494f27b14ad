import { one } from '~/database/sql.ts';
import { GATEWAY_STATES, type GatewayState } from '~/domain/discord/preflight.ts';
import type { GatewayHolder } from '~/domain/health.ts';
import { nameConnection } from '../process-name.ts';

/** The advisory lock of the replica that holds the deployment's one gateway connection: "town" and "gate" in ASCII. */
export const GATEWAY_LOCK = [0x746f776e, 0x67617465] as const;

/** How the application names of all connections for the lock start, also of those that wait for it. */
export const GATEWAY_APPLICATION = 'townbell-gateway';

/**
 * Returns the application name that the lock's connection sets, so that every replica can read the gateway's
 * state and which process holds it. The name disappears when the connection closes.
 */
export const toApplicationName = (state: GatewayState): string =>
	nameConnection(`${GATEWAY_APPLICATION} ${state}`);

/** States contain spaces, the name of a process does not. */
const APPLICATION_NAME = new RegExp(`^${GATEWAY_APPLICATION} (${GATEWAY_STATES.join('|')})(?: (\\S+))?$`);

/** Returns the state of the deployment's gateway, whichever replica holds it, or null when no replica does. */
export const readGatewayState = async (): Promise<GatewayState | null> =>
	(await findGatewayHolder())?.state ?? null;

/** Returns which process holds the deployment's gateway, and the gateway's state; null when no replica does. */
export async function findGatewayHolder(): Promise<GatewayHolder | null> {
	const row = await one<{
		name: string;
	}>(`SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
		WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
			AND (l.classid, l.objid) = (${GATEWAY_LOCK.join(', ')})
			AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
	if (!row) return null;
	const [, state = 'connecting', process = null] = APPLICATION_NAME.exec(row.name) ?? [];
	return { state: state as GatewayState, process };
}
