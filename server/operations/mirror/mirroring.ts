import { isDatabaseDown } from '~/database/connection.ts';
import { DiscordMirror, Event, Setting } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import {
	isUnfinished,
	type MirrorStep,
	planMirror,
	statusOfUnheardEnd,
} from '~/domain/discord/mirror-plan.ts';
import {
	type DiscordStatus,
	isOwnMirror,
	type ScheduledEventText,
	toScheduledEvent,
} from '~/domain/discord/scheduled-event.ts';
import { endOf } from '~/domain/events/status.ts';
import { config } from '../../config.ts';
import { readBotId } from '../../discord/bot.ts';
import { describeMirrorError, isTemporary, summarizeForLog } from '../../discord/errors.ts';
import {
	createDiscordEvent,
	type DiscordEvent,
	deleteDiscordEvent,
	findDiscordEvent,
	isUnknownEvent,
	listDiscordEvents,
	updateDiscordEvent,
} from '../../discord/scheduled-events.ts';
import { findImageByHash, findImageById, readImageBytes, type StoredImage } from '../../images/store.ts';
import { log } from '../../log.ts';
import { endAsOnDiscord } from './discord-changes.ts';
import { rememberRemote, unlinkMirror } from './mirror-memory.ts';

/**
 * More than the longest possible sequence (end a running event, create a new one, change it), to prevent an
 * endless loop.
 */
const MAX_STEPS = 6;

/** Compares milliseconds: PostgreSQL stores microseconds, a Date does not. */
const SEEN = "date_trunc('milliseconds', updated_at) = :seen";

/** The input of one run, read only once. A later change has its own job, which runs after this one. */
type Job = {
	mirror: DiscordMirror;
	event: Event;
	text: ScheduledEventText;
	image: StoredImage | null;
	now: Date;
	signal: AbortSignal | undefined;
};

/** Another run owns this mirror, or the mirror was deleted; stop here. */
class Superseded extends Error {}

/**
 * Makes Discord match what the mirror of an event wants now; the event's id is the only data of its job. The
 * job can run twice, or again after the process was killed at any moment, and still leaves one Discord event,
 * because it first looks for events that an earlier run may have created. Throws temporary errors (Discord:
 * no response, 5xx, 429; our database is down), so that the job is retried; saves any other error on the
 * mirror, for admins to read. Takes no further step once `signal` is aborted. (decisions, "Discord")
 */
export async function mirrorEvent(eventId: string, now: Date, signal?: AbortSignal): Promise<void> {
	const mirror = await DiscordMirror.findByPk(eventId);
	if (!mirror || mirror.state === 'deleted') return;
	try {
		if (mirror.wanted === 'absent') await withdraw(mirror);
		else await present(mirror, now, signal);
	} catch (error) {
		if (error instanceof Superseded) return;
		if (isDatabaseDown(error) || signal?.aborted) throw error;
		const passes = isTemporary(error);
		if (!passes) report(eventId, error);
		await settle(mirror, { state: passes ? 'pending' : 'failed', error: describeMirrorError(error) });
		if (passes) throw error;
	}
}

/** Logs an error of a mirror. An error of discord.js contains the request, so only its summary is logged. */
function report(eventId: string, error: unknown): void {
	const trouble = summarizeForLog(error);
	if (trouble) log().warn({ eventId, trouble }, 'Discord refused an event');
	else log().error({ eventId, err: error }, 'mirroring failed');
}

/**
 * Deletes the linked Discord event, those that an earlier run may have created without getting the response,
 * and the mirror itself.
 */
async function withdraw(mirror: DiscordMirror): Promise<void> {
	const own = (await listOwnMirrors(mirror.eventId)).map(({ id }) => id);
	if (mirror.discordEventId !== null) own.push(mirror.discordEventId);
	for (const id of new Set(own)) await deleteDiscordEvent(id);
	await execute(`DELETE FROM discord_mirrors WHERE event_id = :eventId AND wanted = 'absent' AND ${SEEN}`, {
		eventId: mirror.eventId,
		seen: mirror.updatedAt,
	});
}

async function present(mirror: DiscordMirror, now: Date, signal: AbortSignal | undefined): Promise<void> {
	const event = await Event.findByPk(mirror.eventId);
	// The event was deleted after the mirror was read. If its Discord event must be deleted too, another job
	// does it.
	if (!event) return;
	const place = { address: addressOf(event.id), communityName: config().COMMUNITY_NAME };
	const image = await findImage(event);
	await makeAgree({ mirror, event, text: toScheduledEvent(event, place), image, now, signal });
}

async function makeAgree(job: Job): Promise<void> {
	const { mirror, event, text, image, now } = job;
	let remote = mirror.discordEventId === null ? null : await findDiscordEvent(mirror.discordEventId);
	if (!remote && isLost(job)) return unlink(mirror);
	if (remote && (await endUnheard(job, remote))) return settle(mirror, { state: 'synced', error: null });
	for (let step = 0; step < MAX_STEPS; step += 1) {
		job.signal?.throwIfAborted();
		const isImageStale = (image?.hash ?? null) !== mirror.imageHash;
		const plan = planMirror({ event, text, remote, isImageStale, now });
		if (plan.kind === 'done') {
			if (remote && mirror.discordStatus !== remote.status) await rememberStatus(mirror, remote.status);
			return settle(mirror, { state: 'synced', error: null });
		}
		if (plan.kind === 'refuse') return settle(mirror, { state: 'failed', error: plan.text });
		remote = await takeStep(plan, job, remote, isImageStale);
		if (!remote) return unlink(mirror);
	}
	throw new Error(`The mirror of event ${mirror.eventId} does not come to rest.`);
}

/** Takes one step, saves its result and returns the Discord event; null when that event no longer exists. */
async function takeStep(
	plan: Exclude<MirrorStep, { kind: 'done' | 'refuse' }>,
	job: Job,
	remote: DiscordEvent | null,
	isImageStale: boolean,
): Promise<DiscordEvent | null> {
	const { mirror, image } = job;
	if (plan.kind === 'create') return adopt(job).then((adopted) => adopted ?? create(job));
	if (!remote) return null;
	// Saved before the request: if the response is lost, this end must not look like a change made on Discord
	// later.
	if (plan.kind === 'setStatus') await rememberStatus(mirror, plan.status);
	const change = plan.kind === 'setStatus' ? { status: plan.status } : plan.fields;
	const isImageSent = plan.kind === 'update' && isImageStale;
	const picture = isImageSent ? { image: await encodeImage(image) } : {};
	const changed = await unlessDeleted(updateDiscordEvent(remote.id, { ...change, ...picture }));
	if (!changed) return null;
	const isOurs = await rememberRemote(mirror, changed, isImageSent ? { image } : {});
	if (!isOurs) throw new Superseded();
	return changed;
}

/** Returns the Discord events that our bot created for this event, linked or not. */
async function listOwnMirrors(eventId: string): Promise<DiscordEvent[]> {
	const listed = await listDiscordEvents();
	const own = { address: addressOf(eventId), botId: await readBotId() };
	return listed.filter((remote) => isOwnMirror(remote, own));
}

/**
 * Links and returns the open Discord event that an earlier run created without getting the response; null
 * when there is none.
 */
async function adopt({ mirror }: Job): Promise<DiscordEvent | null> {
	const found = (await listOwnMirrors(mirror.eventId)).find(({ status }) => isUnfinished(status));
	if (!found) return null;
	// It is unknown which image that Discord event has.
	if (!(await rememberRemote(mirror, found, { image: null }))) throw new Superseded();
	return found;
}

async function create({ mirror, text, image }: Job): Promise<DiscordEvent> {
	const created = await createDiscordEvent(text, await encodeImage(image));
	if (await rememberRemote(mirror, created, { image })) return created;
	await deleteDiscordEvent(created.id);
	throw new Superseded();
}

/**
 * Ends our event like its Discord event, which was ended there before the gateway told us, and returns
 * whether it did. The event is not created on Discord again.
 */
async function endUnheard({ mirror, event, text, now }: Job, remote: DiscordEvent): Promise<boolean> {
	const known = mirror.discordStatus as DiscordStatus | null;
	if (statusOfUnheardEnd(event.status, { remote, known, text }) === null) return false;
	return endAsOnDiscord({ eventId: event.id, discordEventId: remote.id, status: remote.status }, now);
}

/**
 * Saves the Discord status that we are about to request or have found there. Throws `Superseded` when another
 * run owns the mirror.
 */
async function rememberStatus(mirror: DiscordMirror, status: DiscordStatus): Promise<void> {
	const { eventId, discordEventId } = mirror;
	const [written] = await DiscordMirror.update(
		{ discordStatus: status },
		{ where: { eventId, discordEventId }, silent: true },
	);
	if (written === 0) throw new Superseded();
	mirror.set({ discordStatus: status });
}

/**
 * Returns whether a member deleted the event on Discord: it was linked, had not been ended there, and our
 * event has not ended yet. An event that is over is ended and deleted by Discord itself.
 */
const isLost = ({ mirror: { discordEventId, discordStatus }, event, now }: Job) =>
	discordEventId !== null &&
	(discordStatus === null || isUnfinished(discordStatus as DiscordStatus)) &&
	event.status === 'active' &&
	endOf(event) > now;

/** Unlinks the mirror; the event stays (decisions, "Discord"). */
const unlink = (mirror: DiscordMirror) => unlinkMirror(mirror.eventId, mirror.discordEventId);

/** Returns the public address of an event. It is the last line of the description on Discord. */
export const addressOf = (eventId: string): string => new URL(`/events/${eventId}`, config().APP_URL).href;

/**
 * Saves the outcome on the mirror, unless a user has requested another change in the meantime; then the job of that
 * change saves its own outcome.
 */
async function settle(
	mirror: DiscordMirror,
	outcome: { state: 'pending' | 'synced' | 'failed'; error: string | null },
): Promise<void> {
	await execute(
		`UPDATE discord_mirrors SET state = :state, error = :error, attempts = attempts + 1
		WHERE event_id = :eventId AND state <> 'deleted' AND ${SEEN}`,
		{ eventId: mirror.eventId, seen: mirror.updatedAt, ...outcome },
	);
}

async function unlessDeleted(answer: Promise<DiscordEvent>): Promise<DiscordEvent | null> {
	try {
		return await answer;
	} catch (error) {
		if (isUnknownEvent(error)) return null;
		throw error;
	}
}

/**
 * Returns the event's own image, else the default image of mirrored events; null without both (decisions,
 * "Events").
 */
async function findImage(event: Event): Promise<StoredImage | null> {
	if (event.imageId !== null) return findImageById(event.imageId);
	const setting = await Setting.findByPk('discord_event_image');
	return setting ? findImageByHash(setting.value) : null;
}

async function encodeImage(image: StoredImage | null): Promise<string | null> {
	const bytes = image && (await readImageBytes(image.id));
	return image && bytes ? `data:${image.mime};base64,${bytes.toString('base64')}` : null;
}
