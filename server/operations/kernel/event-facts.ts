import type { Transaction } from 'sequelize';
import { one } from '~/database/sql.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { missing } from '~/domain/refusal.ts';
import { isId } from './operation.ts';

/** What operations on parts of an event know of it. */
export type EventFacts = {
	id: string;
	title: string;
	date: Date;
	timezone: string;
	status: EventStatus;
	/** Whether it has a capacity, or lacks players. */
	hasPlaces: boolean;
};

/**
 * How an event is locked until the transaction ends: it cannot be deleted (KEY SHARE), nor changed (SHARE), and others
 * who lock it so wait (NO KEY UPDATE).
 */
type Lock = 'KEY SHARE' | 'SHARE' | 'NO KEY UPDATE';

/** Returns an event, unlocked without a transaction. Throws Refusal 'missing' when no such event exists. */
export async function readEventFacts(
	eventId: string,
	transaction?: Transaction,
	lock: Lock = 'SHARE',
): Promise<EventFacts> {
	const sql = `SELECT id::text, title, date, timezone, status, capacity IS NOT NULL OR decision = 'pending' AS "hasPlaces"
		FROM events WHERE id = :eventId ${transaction ? `FOR ${lock}` : ''}`;
	const event = isId(eventId) ? await one<EventFacts>(sql, { eventId }, transaction) : null;
	if (!event) throw missing('Event');
	return event;
}
