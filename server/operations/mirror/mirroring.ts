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

/** More than the longest way there is (end a running one, make a new one, change it), so that nothing goes round for ever. */
const MAX_STEPS = 6;

/** PostgreSQL counts microseconds, a Date does not. */
const SEEN = "date_trunc('milliseconds', updated_at) = :seen";

/** All that one run goes by, read once: a change meanwhile has a job of its own behind this one. */
type Job = {
	mirror: DiscordMirror;
	event: Event;
	text: ScheduledEventText;
	image: StoredImage | null;
	now: Date;
	signal: AbortSignal | undefined;
};

/** The mirror is somebody else's by now (taken over, deleted): whoever has it goes on. */
class Superseded extends Error {}

/**
 * Makes Discord match what its mirror's row wants of an event now; a job that carries the id only. Run twice, or again
 * after a kill at any moment, it leaves one event there: what an earlier run may have made is looked for first.
 * What passes by itself (Discord: no answer, 5xx, 429; our database away) throws, to be tried again; anything else is
 * written on the mirror for people to read. Takes no further step once `signal` is aborted. (decisions, "Discord")
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

/** Discord's own errors carry the request with them; of those only the name is told. */
function report(eventId: string, error: unknown): void {
	const trouble = summarizeForLog(error);
	if (trouble) log().warn({ eventId, trouble }, 'Discord refused an event');
	else log().error({ eventId, err: error }, 'mirroring failed');
}

/** Deletes the linked Discord event, and those that an earlier run may have created without getting the answer. */
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
	// Deleted since the mirror was read. Whether Discord's shall go too, its own job says.
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

/** Takes one step and writes it down; null: the event that it is about is gone from Discord. */
async function takeStep(
	plan: Exclude<MirrorStep, { kind: 'done' | 'refuse' }>,
	job: Job,
	remote: DiscordEvent | null,
	isImageStale: boolean,
): Promise<DiscordEvent | null> {
	const { mirror, image } = job;
	if (plan.kind === 'create') return adopt(job).then((adopted) => adopted ?? create(job));
	if (!remote) return null;
	// Before it is asked for: an end whose answer is lost must not look like somebody else's later.
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

/** The Discord events that our bot created for this event of ours, linked or not. */
async function listOwnMirrors(eventId: string): Promise<DiscordEvent[]> {
	const listed = await listDiscordEvents();
	const own = { address: addressOf(eventId), botId: await readBotId() };
	return listed.filter((remote) => isOwnMirror(remote, own));
}

/** Links the open event that an earlier create made without getting the answer; null when there is none. */
async function adopt({ mirror }: Job): Promise<DiscordEvent | null> {
	const found = (await listOwnMirrors(mirror.eventId)).find(({ status }) => isUnfinished(status));
	if (!found) return null;
	// Which picture it has, nobody knows.
	if (!(await rememberRemote(mirror, found, { image: null }))) throw new Superseded();
	return found;
}

async function create({ mirror, text, image }: Job): Promise<DiscordEvent> {
	const created = await createDiscordEvent(text, await encodeImage(image));
	if (await rememberRemote(mirror, created, { image })) return created;
	await deleteDiscordEvent(created.id);
	throw new Superseded();
}

/** Somebody ended it on Discord, and this job came before the news: it ends here too, and is not put there again. */
async function endUnheard({ mirror, event, text, now }: Job, remote: DiscordEvent): Promise<boolean> {
	const known = mirror.discordStatus as DiscordStatus | null;
	if (statusOfUnheardEnd(event.status, { remote, known, text }) === null) return false;
	return endAsOnDiscord({ eventId: event.id, discordEventId: remote.id, status: remote.status }, now);
}

/** What we are about to ask for, or find there, as the status that we know of. */
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
 * Whether somebody deleted it on Discord: it was there, nobody had ended it, and its night is still to come; one that is
 * over Discord ends and forgets by itself.
 */
const isLost = ({ mirror: { discordEventId, discordStatus }, event, now }: Job) =>
	discordEventId !== null &&
	(discordStatus === null || isUnfinished(discordStatus as DiscordStatus)) &&
	event.status === 'active' &&
	endOf(event) > now;

/** The night goes on without it (decisions, "Discord"). */
const unlink = (mirror: DiscordMirror) => unlinkMirror(mirror.eventId, mirror.discordEventId);

/** The public address of an event: what a mirror's description ends with. */
export const addressOf = (eventId: string): string => new URL(`/events/${eventId}`, config().APP_URL).href;

/** Writes the outcome on the mirror, unless somebody has wanted something else meanwhile: then its own job will. */
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

/** The event's own picture, else the one for all mirrored events (decisions, "Events"). */
async function findImage(event: Event): Promise<StoredImage | null> {
	if (event.imageId !== null) return findImageById(event.imageId);
	const setting = await Setting.findByPk('discord_event_image');
	return setting ? findImageByHash(setting.value) : null;
}

async function encodeImage(image: StoredImage | null): Promise<string | null> {
	const bytes = image && (await readImageBytes(image.id));
	return image && bytes ? `data:${image.mime};base64,${bytes.toString('base64')}` : null;
}
