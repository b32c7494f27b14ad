import { QueryTypes } from 'sequelize';
import type { ZodType } from 'zod';
import { database } from '~/database/connection.ts';
import { AuditEntry, DiscordMirror, Event } from '~/database/models/index.ts';
import { HOUR_MS } from '~/domain/limits.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { undoChange } from '~/server/operations/admin/index.ts';
import { cancelEvent, reinstateEvent } from '~/server/operations/events/cancel-event.ts';
import { createEvent } from '~/server/operations/events/create-event.ts';
import { deleteEvent } from '~/server/operations/events/delete-events.ts';
import { updateEvent } from '~/server/operations/events/update-event.ts';
import { type Operation, perform } from '~/server/operations/kernel/operation.ts';
import { TEST_APP_URL } from '~/tests/support/environment.ts';

export const hoursFromNow = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);
export const addressOf = (eventId: string): string => `${TEST_APP_URL}/events/${eventId}`;

let creatorId: string | undefined;

/** Each call has a different time, because a mirror's row tells changes apart by their time. */
let lastMs = 0;
async function asCreator() {
	creatorId ??= (await createUserRow({ role: 'creator' })).id;
	lastMs = Math.max(lastMs + 1, Date.now());
	return { actor: { id: creatorId, role: 'creator' as const }, now: new Date(lastMs) };
}

type Body = Record<string, unknown>;

/** Creates an event in two days that is to be mirrored on Discord. Returns its id. */
export async function createMirroredEvent(changes: Body = {}): Promise<string> {
	const { id } = await perform(createEvent, await asCreator(), {
		read: () => ({
			title: 'Friday night',
			description: 'Bring tea.',
			date: hoursFromNow(48).toISOString(),
			duration: 180,
			location: 'The Hearth',
			timezone: 'Europe/Berlin',
			createDiscordEvent: true,
			...changes,
		}),
	});
	return id;
}

const bindOperation =
	<Schema extends ZodType, Output>(operation: Operation<'eventId', Schema, Output>) =>
	async (eventId: string, body: Body = {}): Promise<Output> =>
		perform(operation, await asCreator(), { params: { eventId }, read: () => body });
const save = bindOperation(updateEvent);
/** Saves the event's form with only `changes` changed. */
export async function updateMirroredEvent(eventId: string, changes: Body) {
	const event = await Event.findByPk(eventId);
	return save(eventId, { title: event?.title, date: event?.date.toISOString(), ...changes });
}
export const cancelMirroredEvent = bindOperation(cancelEvent);
export const reinstateMirroredEvent = bindOperation(reinstateEvent);
export const deleteMirroredEvent = bindOperation(deleteEvent);

/** Undoes the last deletion of an event. */
export async function undoDeletion(): Promise<void> {
	const { id } = await AuditEntry.findOne({
		where: { action: 'events.delete' },
		order: [['id', 'DESC']],
		rejectOnEmpty: true,
	});
	await perform(undoChange, await asCreator(), { params: { entryId: String(id) } });
}

/** Returns the stored state of a mirror as `state` or `state: error`, or null without a mirror. */
export async function readMirrorState(eventId: string): Promise<string | null> {
	const mirror = await DiscordMirror.findByPk(eventId);
	return mirror && (mirror.error ? `${mirror.state}: ${mirror.error}` : mirror.state);
}

/** Returns the Discord id of an event, or null. Throws when the event and its mirror have different ids. */
export async function readDiscordId(eventId: string): Promise<string | null> {
	const [event, mirror] = await Promise.all([Event.findByPk(eventId), DiscordMirror.findByPk(eventId)]);
	if (event?.discordEventId !== mirror?.discordEventId) throw new Error('Event and mirror disagree.');
	return event?.discordEventId ?? null;
}

/** Sets the start of an event to `hoursAgo` hours ago, as if time had passed. */
export async function moveStartToPast(eventId: string, hoursAgo = 1): Promise<void> {
	await Event.update({ date: hoursFromNow(-hoursAgo) }, { where: { id: eventId }, silent: true });
}

/** Returns how many jobs of the mirror wait, wait for their next retry, or run. */
export async function countJobs(): Promise<number> {
	const [row] = await database().query<{ count: number }>(
		`SELECT count(*)::int AS count FROM queue.job WHERE name = 'events.mirror' AND state < 'completed'`,
		{ type: QueryTypes.SELECT },
	);
	return row?.count ?? 0;
}
