import type { Transaction } from 'sequelize';
import type { CreationAttributes } from '~/database/models/attributes.ts';
import { DiscordMirror, Event } from '~/database/models/index.ts';
import { execute, insertMany } from '~/database/sql.ts';
import { canReachDiscord } from '~/domain/discord/mirror-plan.ts';
import { EVENT_TEXTS } from '~/domain/events/fields.ts';
import type { CreateEventInput, OverCapacity } from '~/domain/events/input.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import { type EventStatus, getStatusAfterEdit } from '~/domain/events/status.ts';
import { canHaveMarks } from '~/domain/groups/attendance.ts';
import { isWaitingAfterEdit } from '~/domain/places/decision.ts';
import type { Actor } from '~/domain/policy.ts';
import { conflict, invalid } from '~/domain/refusal.ts';
import { formatOrdinalDate } from '~/domain/time/format.ts';
import { listRolesFrom } from '~/domain/users/roles.ts';
import { readAnnouncementSettings, startAnnouncement } from '../announcements/index.ts';
import { describeLastChange, recordAudit } from '../kernel/audit.ts';
import { type ChangeContext, isId } from '../kernel/operation.ts';
import { deleteMarks } from '../kernel/roll-calls.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { acceptMovedTimes, renewMirrors, startMirror } from '../mirror/index.ts';
import { fitPlaces, settleEvent } from '../places/index.ts';
import { selectEventDetail } from './queries.ts';
import { type ChosenImage, getImageId } from './upload-image.ts';

/**
 * `discordUpdated`: the event has a mirror, and Discord will show the change. `removedMarks`: how many marks of its
 * roll call were deleted.
 */
export type ChangedEvent = { event: EventDetail; discordUpdated: boolean; removedMarks: number };

export type ActorContext = { actor: Actor; now: Date };

/** The fields of a new event. A field that is left out gets the default of its column. */
export type NewEvent = Partial<
	Omit<CreateEventInput, 'idempotencyKey' | 'image' | 'imageHash' | 'series' | 'accepted'>
> &
	Pick<CreateEventInput, 'title' | 'date' | 'createDiscordEvent' | 'announce'> & {
		/** The id of the poll that it comes from. */
		id?: string;
		storytellerIds: readonly string[];
		creatorId: string | null;
		imageId?: string | null;
		seriesId?: string;
		seriesDate?: string;
		isTestData?: boolean;
		/** Whether it belongs to a series, whose events are announced when they are near. */
		isOfSeries?: boolean;
	};

/**
 * Creates an active event with its storytellers within `transaction`, with a mirror and an announcement if requested,
 * and returns its id. An event of a series is announced by `announceNearEvents`. Throws Refusal 'invalid' when a storyteller does not have the role or no image with this hash is
 * stored.
 */
export async function insertEvent(
	{ storytellerIds, createDiscordEvent, announce, isOfSeries = false, ...fields }: NewEvent,
	chosenImage: ChosenImage | null,
	now: Date,
	transaction: Transaction,
): Promise<{ eventId: string }> {
	const chosen = chosenImage && { imageId: await getImageId(chosenImage, transaction) };
	const announceLater =
		announce && isOfSeries && (await readAnnouncementSettings(transaction)).channelId !== '';
	const { id: eventId } = await Event.create({ ...fields, ...chosen, announceLater }, { transaction });
	await replaceStorytellers(eventId, { ids: storytellerIds }, transaction);
	if (createDiscordEvent) await startMirror(eventId, transaction, now);
	if (announce && !isOfSeries) await startAnnouncement(eventId, transaction, now);
	return { eventId };
}

/** What an edit changes in an event. What is left out stays. */
export type EventChange = {
	fields: Partial<CreationAttributes<Event>>;
	storytellerIds?: readonly string[] | undefined;
};

/** Sets the changed fields of an event without saving them, and returns the names of all that differ. */
export function setChange(
	event: Event,
	saved: EventDetail,
	{ fields, storytellerIds }: EventChange,
): string[] {
	event.set(fields);
	const savedIds = saved.storytellers.map(({ user_id }) => user_id).join();
	const hasNewStorytellers = storytellerIds !== undefined && storytellerIds.join() !== savedIds;
	return [...(event.changed() || []), ...(hasNewStorytellers ? ['storytellers'] : [])];
}

/**
 * Saves an event after `setChange`, which returned `changed`, with its mirror, its places and an audit entry. `saved` is
 * the event before. Users who have a place beyond a lower number of places keep it, unless `overCapacity` says otherwise;
 * with 'ask' the question about them is added to `questions`. Throws Refusal 'invalid' when a storyteller does not have the
 * role. An edit that moves the event can be undone.
 */
export async function saveEdit(
	event: Event,
	saved: EventDetail,
	edit: SavedEdit,
	context: ChangeContext,
): Promise<ChangedEvent> {
	const write = () => writeEdit(event, saved, edit, context);
	return event.changed('date') ? keepForUndo('events.update', context, write) : write();
}

type SavedEdit = {
	changed: readonly string[];
	storytellerIds?: readonly string[] | undefined;
	overCapacity?: OverCapacity | undefined;
	questions: string[];
	detail?: Record<string, unknown>;
};

async function writeEdit(
	event: Event,
	saved: EventDetail,
	{ changed, storytellerIds, overCapacity = 'keep', questions, detail }: SavedEdit,
	context: ChangeContext,
): Promise<ChangedEvent> {
	const { actor, now, transaction } = context;
	const hasNewStorytellers = storytellerIds !== undefined && changed.includes('storytellers');
	if (hasNewStorytellers) {
		const currentIds = saved.storytellers.map(({ user_id }) => user_id);
		await replaceStorytellers(event.id, { ids: storytellerIds, currentIds }, transaction);
	}
	await recordAudit('events.update', { type: 'event', id: event.id }, context, {
		changed,
		version: event.version + 1,
		...detail,
	});
	const isMoved = event.changed('date') || event.changed('duration');
	const status = isMoved ? getStatusAfterEdit(event.status, event, now) : event.status;
	const edited = {
		minimumPlayers: event.minimumPlayers,
		decideMinutes: event.decideMinutes,
		decision: event.decision,
		startsAt: event.date,
	};
	if (isWaitingAfterEdit(edited, { isMoved: Boolean(event.changed('date')), now }))
		event.set({ standbysCalled: true });
	const result = await saveChange(event, status, context);
	const isCounted = [saved.capacity, event.capacity, saved.minimum_players, event.minimumPlayers].some(
		(limit) => limit !== null,
	);
	if (!isCounted) return result;
	const call = { event, actor, now, hadNoLimit: saved.capacity === null };
	if (changesPlaces(event, changed)) {
		const question = await fitPlaces(call, overCapacity, transaction);
		const date = formatOrdinalDate(event.date, event.timezone);
		if (question) questions.push(detail?.following ? `${date}: ${question}` : question);
	} else await settleEvent(call, transaction);
	return { ...result, event: await selectEventDetail(actor, event.id, transaction) };
}

/** Whether an edit that changes these fields changes how many places an event has. */
export const changesPlaces = ({ capacity }: Event, changed: readonly string[]): boolean =>
	changed.includes('capacity') || (capacity === 0 && changed.includes('storytellers'));

/**
 * Saves the fields of an event that are set, its status and its next version, and updates its mirror. Deletes the marks of
 * its roll call when it can have none.
 */
export async function saveChange(
	event: Event,
	status: EventStatus,
	context: ChangeContext,
): Promise<ChangedEvent> {
	const { actor, now, transaction } = context;
	const isReached = await reachesDiscord(event, status, context);
	// A creator who saves a time decides the question about the one on Discord.
	if (event.changed('date') || event.changed('duration')) await acceptMovedTimes([event.id], transaction);
	// Not update(): it would save only its own argument, not the fields that were set before.
	await event.set({ status, version: event.version + 1 }).save({ transaction });
	const removedMarks = canHaveMarks(event, now) ? 0 : await deleteMarks(event.id, transaction);
	const mirrored = await renewMirrors([event.id], transaction, now);
	return {
		event: await selectEventDetail(actor, event.id, transaction),
		discordUpdated: mirrored.length > 0 && isReached,
		removedMarks,
	};
}

/**
 * Returns whether the mirror of an event, whose changes are set but not saved, shows them on Discord with this status, or
 * will: it has not failed, and `canReachDiscord`.
 */
export async function reachesDiscord(
	event: Event,
	status: EventStatus,
	{ now, transaction }: { now: Date; transaction: Transaction },
): Promise<boolean> {
	const mirror = await DiscordMirror.findByPk(event.id, { transaction });
	if (mirror?.wanted !== 'present' || ['failed', 'deleted'].includes(mirror.state)) return false;
	// A repeating event on Discord is only read.
	if (mirror.seriesStart !== null) return false;
	const isLinked = mirror.discordEventId !== null;
	return canReachDiscord({ status, date: event.date }, { isLinked, isMoved: event.changed('date'), now });
}

/**
 * Replaces the storytellers of an event with these users, in this order. `seated` are its current storytellers, who may
 * stay after losing the role. Throws Refusal 'invalid' when an id belongs to no user, or to a user without the role.
 */
async function replaceStorytellers(
	eventId: string,
	{ ids, currentIds = [] }: { ids: readonly string[]; currentIds?: readonly string[] },
	transaction: Transaction,
): Promise<void> {
	await requireStorytellers(ids, currentIds, transaction);
	await execute('DELETE FROM event_storytellers WHERE event_id = :eventId', { eventId }, transaction);
	const chosen = ids.map((userId, position) => ({ event_id: eventId, user_id: userId, position }));
	await insertMany('event_storytellers', chosen, transaction);
}

async function requireStorytellers(
	ids: readonly string[],
	currentIds: readonly string[],
	transaction: Transaction,
): Promise<void> {
	if (ids.length === 0) return;
	const known = ids.filter(isId);
	// These users are locked, so that none is deleted between this check and the commit.
	const found = await execute(
		`SELECT id FROM users WHERE id = ANY(:known::bigint[]) AND (role = ANY(:roles::text[]) OR id = ANY(:seated::bigint[]))
		ORDER BY id FOR KEY SHARE`,
		{ known, roles: listRolesFrom('storyteller'), seated: currentIds },
		transaction,
	);
	if (found !== ids.length) throw invalid({ storytellerIds: [EVENT_TEXTS.storytellers] });
}

/** Throws Refusal 'conflict', with the saved event as `current`, when `version` is another one. */
export async function requireVersion(
	version: number | undefined,
	current: EventDetail,
	context: ChangeContext,
): Promise<void> {
	if (version === undefined || version === current.version) return;
	const change = {
		eventId: current.id,
		verb: 'changed this event',
		version: current.version,
		actions: ['events.update', 'events.cancel', 'events.reinstate'] as const,
	};
	throw conflict(await describeLastChange(change, context), { current });
}
