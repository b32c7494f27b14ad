import type { Transaction } from 'sequelize';
import { Event } from '~/database/models/index.ts';
import { type Binds, selectColumn } from '~/database/sql.ts';
import { missing } from '~/domain/refusal.ts';
import { isId } from './operation.ts';

/**
 * What a locked event is safe from until the transaction ends: being deleted (KEY_SHARE), also being changed (SHARE), also
 * being locked so by others, who wait (NO_KEY_UPDATE, and UPDATE for who may delete it).
 */
type LockMode = 'KEY_SHARE' | 'SHARE' | 'NO_KEY_UPDATE' | 'UPDATE';

/** Returns an event, locked until the transaction ends. Throws Refusal 'missing' when no such event exists. */
export async function lockEvent(
	eventId: string,
	transaction: Transaction,
	mode: LockMode = 'UPDATE',
): Promise<Event> {
	return requireEvent(await lockEventIfExists(eventId, transaction, mode));
}

/** Returns an event, locked until the transaction ends, or null when no such event exists. */
export async function lockEventIfExists(
	eventId: string,
	transaction: Transaction,
	mode: LockMode = 'UPDATE',
): Promise<Event | null> {
	return isId(eventId) ? Event.findByPk(eventId, { transaction, lock: transaction.LOCK[mode] }) : null;
}

/** Returns an event without locking it. Throws Refusal 'missing' when no such event exists. */
export const getEvent = async (eventId: string): Promise<Event> =>
	requireEvent(isId(eventId) ? await Event.findByPk(eventId) : null);

function requireEvent(event: Event | null): Event {
	if (!event) throw missing('Event');
	return event;
}

/**
 * Locks the events `e` that fulfil an SQL condition until the transaction ends, and returns their ids. They are locked by
 * id, and before signups and users, so that two transactions never wait for each other.
 */
export function lockEvents(
	condition: string,
	binds: Binds,
	transaction: Transaction,
	mode: LockMode = 'UPDATE',
): Promise<string[]> {
	const sql = `SELECT e.id::text FROM events e WHERE ${condition} ORDER BY e.id FOR ${transaction.LOCK[mode]} OF e`;
	return selectColumn(sql, binds, transaction);
}
