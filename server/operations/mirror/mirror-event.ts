import { isDatabaseDown } from '~/database/connection.ts';
import { DiscordMirror, Event } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import {
	findIneffectiveStep,
	getStatusAfterMissedEnd,
	isUnfinished,
	type MirrorStep,
	planMirror,
} from '~/domain/discord/mirror-plan.ts';
import {
	DISCORD_STATUS,
	type DiscordStatus,
	isOwnMirror,
	type ScheduledEventText,
	toScheduledEvent,
} from '~/domain/discord/scheduled-event.ts';
import { endOf } from '~/domain/events/status.ts';
import { config } from '../../config.ts';
import { DISCORD_CODES } from '../../discord/client.ts';
import { describeMirrorError, hasDiscordCode, isTemporary, summarizeForLog } from '../../discord/errors.ts';
import { readBotId } from '../../discord/guild.ts';
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
import { readSetting } from '../kernel/settings.ts';
import { applyDiscordEnd } from './apply-discord-status.ts';
import { isOnMirroredDate, saveDiscordEvent, unlinkMirror, updateMirror } from './link-mirror.ts';
import { noteMovedTime } from './note-moved-time.ts';

/** More than the longest sequence (end a running event, create a new one, change it), against an endless loop. */
const MAX_STEPS = 6;

/** Compares milliseconds: PostgreSQL stores microseconds, a Date does not. */
const UNCHANGED_SINCE_READ = "date_trunc('milliseconds', updated_at) = :seen";

const SYNCED = { state: 'synced', error: null } as const;

/** The input of one run, read only once. A later change has its own job, which runs after this one. */
type MirrorRun = {
	mirror: DiscordMirror;
	event: Event;
	text: ScheduledEventText;
	image: StoredImage | null;
	now: Date;
	signal: AbortSignal | undefined;
};

/** Another run owns this mirror, or the mirror was deleted; stop here. */
class SupersededError extends Error {}

/**
 * Makes Discord match what the mirror of an event wants now; the event's id is the only data of its job. The job can
 * run twice, or again after the process was killed at any moment. It still leaves one Discord event, because it
 * first looks for events that an earlier run may have created. Throws temporary errors (Discord: no response, 5xx,
 * 429; our database is down), so that the job is retried; saves any other error on the mirror, for admins to read.
 * Takes no further step once `signal` is aborted. (decision 0017)
 */
export async function mirrorEvent(eventId: string, now: Date, signal?: AbortSignal): Promise<void> {
	const mirror = await DiscordMirror.findByPk(eventId);
	if (!mirror || mirror.state === 'deleted') return;
	try {
		if (mirror.wanted === 'absent') await deleteFromDiscord(mirror);
		else await syncToDiscord(mirror, now, signal);
	} catch (error) {
		if (error instanceof SupersededError) return;
		if (isDatabaseDown(error) || signal?.aborted) throw error;
		const isTemporaryError = isTemporary(error);
		if (!isTemporaryError) logMirrorError(eventId, error);
		await saveOutcome(mirror, {
			state: isTemporaryError ? 'pending' : 'failed',
			error: describeMirrorError(error),
		});
		if (isTemporaryError) throw error;
	}
}

/** Logs an error of a mirror. An error of discord.js contains the request, so only its summary is logged. */
function logMirrorError(eventId: string, error: unknown): void {
	const problem = summarizeForLog(error);
	if (problem) log().warn({ eventId, problem }, 'Discord refused an event');
	else log().error({ eventId, err: error }, 'mirroring failed');
}

/** Deletes the linked Discord event, those that an earlier run may have created, and the mirror itself. */
async function deleteFromDiscord(mirror: DiscordMirror): Promise<void> {
	const remotes = new Map((await listOwnMirrors(mirror.eventId)).map((remote) => [remote.id, remote]));
	const linkedId = mirror.discordEventId;
	const linked = linkedId === null || remotes.has(linkedId) ? null : await findDiscordEvent(linkedId);
	if (linked) remotes.set(linked.id, linked);
	// Saved before the requests: when the event is put back in the meantime, a Discord event that is then missing must not
	// look like one that a member deleted.
	const saved = await execute(
		`UPDATE discord_mirrors SET discord_status = :cancelled WHERE event_id = :eventId AND wanted = 'absent'
			AND ${UNCHANGED_SINCE_READ}`,
		{ eventId: mirror.eventId, seen: mirror.updatedAt, cancelled: DISCORD_STATUS.cancelled },
	);
	if (saved === 0) throw new SupersededError();
	for (const { id, seriesStart } of remotes.values()) {
		// A deletion would delete all dates of a repeating event.
		if (seriesStart === null) await deleteDiscordEvent(id);
	}
	await execute(
		`DELETE FROM discord_mirrors WHERE event_id = :eventId AND wanted = 'absent' AND ${UNCHANGED_SINCE_READ}`,
		{
			eventId: mirror.eventId,
			seen: mirror.updatedAt,
		},
	);
}

async function syncToDiscord(
	mirror: DiscordMirror,
	now: Date,
	signal: AbortSignal | undefined,
): Promise<void> {
	const event = await Event.findByPk(mirror.eventId);
	// The event was deleted after the mirror was read. If its Discord event must be deleted too, another job does it.
	if (!event) return;
	const site = { address: getEventUrl(event.id), communityName: config().COMMUNITY_NAME };
	const image = await findImage(event);
	await syncInSteps({ mirror, event, text: toScheduledEvent(event, site), image, now, signal });
}

async function syncInSteps(run: MirrorRun): Promise<void> {
	const { mirror, event, text, image, now } = run;
	let remote = mirror.discordEventId === null ? null : await findDiscordEvent(mirror.discordEventId);
	if (!remote && isDeletedOnDiscord(run)) return unlink(mirror);
	if (mirror.seriesStart !== null && !remote) return saveOutcome(mirror, SYNCED);
	for (let step = 0; step < MAX_STEPS; step += 1) {
		if (remote && (await applyMissedEnd(run, remote))) return saveOutcome(mirror, SYNCED);
		run.signal?.throwIfAborted();
		const isImageStale = (image?.hash ?? null) !== mirror.imageHash;
		const isMovedOnDiscord = remote !== null && (await noteMovedTime(mirror, event, remote));
		const plan = planMirror({ event, text, remote, isImageStale, isMovedOnDiscord, now });
		if (plan.kind === 'done') {
			if (remote && mirror.discordStatus !== remote.status) await saveDiscordStatus(mirror, remote.status);
			return saveOutcome(mirror, SYNCED);
		}
		if (plan.kind === 'refuse') return saveOutcome(mirror, { state: 'failed', error: plan.text });
		try {
			remote = await runStep(plan, run, remote, isImageStale);
		} catch (error) {
			remote = await readEndedEvent(remote, error);
			continue;
		}
		if (!remote) return unlink(mirror);
		const problem = remote.seriesStart === null ? findIneffectiveStep(plan, remote) : null;
		if (problem) return saveOutcome(mirror, { state: 'failed', error: problem });
	}
	throw new Error(`The mirror of event ${mirror.eventId} is not synced after ${MAX_STEPS} steps.`);
}

/** Returns a Discord event that ended after we read it, so that our change was refused; else throws `error`. */
async function readEndedEvent(remote: DiscordEvent | null, error: unknown): Promise<DiscordEvent> {
	if (!remote || !hasDiscordCode(error, DISCORD_CODES.finishedEvent)) throw error;
	const current = await findDiscordEvent(remote.id);
	if (!current || isUnfinished(current.status)) throw error;
	return current;
}

/** Takes one step, saves its result and returns the Discord event; null when that event no longer exists. */
async function runStep(
	plan: Exclude<MirrorStep, { kind: 'done' | 'refuse' }>,
	run: MirrorRun,
	remote: DiscordEvent | null,
	isImageStale: boolean,
): Promise<DiscordEvent | null> {
	const { mirror, image } = run;
	if (plan.kind === 'create') return linkExisting(run).then((linked) => linked ?? createAndLink(run));
	if (!remote) return null;
	// Saved before the request: if the response is lost, this end must not look like a change made on Discord later.
	if (plan.kind === 'setStatus') await saveDiscordStatus(mirror, plan.status);
	const change = plan.kind === 'setStatus' ? { status: plan.status } : plan.fields;
	// Saved before the request: if the response is lost, these times must not look like those of a moderator.
	const sendsTime = plan.kind === 'update' && Object.keys(plan.fields).some((key) => isTimeField(key));
	if (sendsTime) await updateMirror(mirror, { sentStart: null, sentEnd: null });
	const isImageSent = plan.kind === 'update' && isImageStale;
	const imageChange = isImageSent ? { image: await encodeImage(image) } : {};
	const changed = await toNullIfDeleted(updateDiscordEvent(remote.id, { ...change, ...imageChange }));
	if (!changed) return null;
	const isSaved = await saveDiscordEvent(mirror, changed, isImageSent ? { image } : {});
	if (!isSaved) throw new SupersededError();
	if (sendsTime) await updateMirror(mirror, toSentTimes(changed));
	return changed;
}

const isTimeField = (key: string) => key === 'scheduled_start_time' || key === 'scheduled_end_time';

/** Returns what to save on a mirror whose Discord event has our times; a question about the times of another ends. */
const toSentTimes = (remote: DiscordEvent) => ({
	sentStart: new Date(remote.scheduled_start_time),
	sentEnd: new Date(remote.scheduled_end_time),
	movedStart: null,
	movedEnd: null,
});

/** Returns the Discord events that our bot created for this event, linked or not. */
async function listOwnMirrors(eventId: string): Promise<DiscordEvent[]> {
	const discordEvents = await listDiscordEvents();
	const owner = { address: getEventUrl(eventId), botId: await readBotId() };
	return discordEvents.filter((remote) => isOwnMirror(remote, owner));
}

/** Links and returns the open Discord event that an earlier run created unnoticed; null when there is none. */
async function linkExisting({ mirror }: MirrorRun): Promise<DiscordEvent | null> {
	const found = (await listOwnMirrors(mirror.eventId)).find(({ status }) => isUnfinished(status));
	if (!found) return null;
	// It is unknown which image that Discord event has.
	if (!(await saveDiscordEvent(mirror, found, { image: null }))) throw new SupersededError();
	await updateMirror(mirror, toSentTimes(found));
	return found;
}

async function createAndLink({ mirror, text, image }: MirrorRun): Promise<DiscordEvent> {
	const created = await createDiscordEvent(text, await encodeImage(image));
	if (await saveDiscordEvent(mirror, created, { image })) {
		await updateMirror(mirror, toSentTimes(created));
		return created;
	}
	await deleteDiscordEvent(created.id);
	throw new SupersededError();
}

/**
 * Ends our event like its Discord event, which was ended there before the gateway told us, and returns
 * whether it did. The event is not created on Discord again.
 */
async function applyMissedEnd({ mirror, event, now }: MirrorRun, remote: DiscordEvent): Promise<boolean> {
	const known = mirror.discordStatus as DiscordStatus | null;
	if (!(await isOnMirroredDate(mirror, event, remote.seriesStart))) return false;
	if (getStatusAfterMissedEnd(event, { remote, known, now }) === null) return false;
	return applyDiscordEnd({ eventId: event.id, discordEventId: remote.id, remote }, now);
}

/** Saves a status that we request or have found. Throws `SupersededError` when another run owns the mirror. */
async function saveDiscordStatus(mirror: DiscordMirror, status: DiscordStatus): Promise<void> {
	if (!(await updateMirror(mirror, { discordStatus: status }))) throw new SupersededError();
}

/**
 * Returns whether a member deleted the event on Discord: it was linked, had not been ended there, and our
 * event has not ended yet. An event that is over is ended and deleted by Discord itself.
 */
const isDeletedOnDiscord = ({ mirror: { discordEventId, discordStatus }, event, now }: MirrorRun) =>
	discordEventId !== null &&
	(discordStatus === null || isUnfinished(discordStatus as DiscordStatus)) &&
	event.status === 'active' &&
	endOf(event) > now;

/** Unlinks the mirror; the event stays. */
const unlink = (mirror: DiscordMirror) => unlinkMirror(mirror.eventId, mirror.discordEventId);

/** Returns the public address of an event. It is the last line of the description on Discord. */
export const getEventUrl = (eventId: string): string => new URL(`/events/${eventId}`, config().APP_URL).href;

/** Saves the outcome, unless another change was requested in the meantime, whose job saves its own. */
async function saveOutcome(
	mirror: DiscordMirror,
	outcome: { state: 'pending' | 'synced' | 'failed'; error: string | null },
): Promise<void> {
	await execute(
		`UPDATE discord_mirrors SET state = :state, error = :error, attempts = attempts + 1
		WHERE event_id = :eventId AND state <> 'deleted' AND ${UNCHANGED_SINCE_READ}`,
		{ eventId: mirror.eventId, seen: mirror.updatedAt, ...outcome },
	);
}

async function toNullIfDeleted(response: Promise<DiscordEvent>): Promise<DiscordEvent | null> {
	try {
		return await response;
	} catch (error) {
		if (isUnknownEvent(error)) return null;
		throw error;
	}
}

/** Returns the event's own image, else the default image of mirrored events; null without both. */
async function findImage(event: Event): Promise<StoredImage | null> {
	if (event.imageId !== null) return findImageById(event.imageId);
	const hash = await readSetting('discord_event_image');
	return hash === '' ? null : findImageByHash(hash);
}

async function encodeImage(image: StoredImage | null): Promise<string | null> {
	const bytes = image && (await readImageBytes(image.id));
	return image && bytes ? `data:${image.mime};base64,${bytes.toString('base64')}` : null;
}
