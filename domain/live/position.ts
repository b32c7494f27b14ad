/** A position with more running transactions than this is invalid, so that a client cannot send an expensive one. */
const MAX_RUNNING = 1_000;

type Snapshot = { min: bigint; max: bigint; running: bigint[] };

/** Reads PostgreSQL's text of a snapshot, 'min:max:id,id'. Returns null for any other text. */
function parseSnapshot(text: string): Snapshot | null {
	if (!/^\d{1,18}:\d{1,18}:(\d{1,18}(,\d{1,18})*)?$/.test(text)) return null;
	const [[min = 0n], [max = 0n], running = []] = text
		.split(':')
		.map((part) => part.split(',').filter(Boolean).map(BigInt)) as [bigint[], bigint[], bigint[]];
	if (running.length > MAX_RUNNING || min < 1n || min > max) return null;
	const isOrdered = running.every(
		(id, at) => id >= min && id < max && (at === 0 || id > (running[at - 1] ?? 0n)),
	);
	return isOrdered ? { min, max, running } : null;
}

/** Returns a position in the log of changes that a client has sent, or null if it is none. */
export const parsePosition = (text: string): string | null => (parseSnapshot(text) ? text : null);

/** Returns whether data that was read at a position has the change with this version. */
export function hasChange(position: string, version: number): boolean {
	const snapshot = parseSnapshot(position);
	if (!snapshot || version >= snapshot.max) return false;
	return !snapshot.running.includes(BigInt(version));
}

/** Returns whether a position in the write-ahead log, 'A/1F' in PostgreSQL's text, is later than the other. */
export const isLaterLsn = (lsn: string, other: string): boolean => toSortableLsn(lsn) > toSortableLsn(other);

const toSortableLsn = (lsn: string): string =>
	lsn.toUpperCase().replaceAll(/[^/]+/g, (part) => part.padStart(8, '0'));
