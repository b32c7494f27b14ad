import { execute, one, selectColumn } from '~/database/sql.ts';
import { decideDelivery } from '~/domain/discord/delivery.ts';
import { cutIntoPosts, markAddress, type ThreadUser, toThreadPost } from '~/domain/discord/thread-posts.ts';
import { listViewers, requireMessageHistory } from '../../discord/channels.ts';
import { DISCORD_CODES } from '../../discord/client.ts';
import {
	isDiscordFailure,
	isForbidden,
	isRefused,
	isTemporary,
	isTokenRefused,
	isUnknown,
	summarizeForLog,
} from '../../discord/errors.ts';
import { readBotId } from '../../discord/guild.ts';
import { createMessage, findMessage } from '../../discord/messages.ts';
import { hasNonce, toNonce, toSearchStart } from '../../discord/uncertain-posts.ts';
import { log } from '../../log.ts';
import { noteDeletedChannel } from '../announcements/index.ts';
import { findFacts, getAddress, toMessageFacts } from './find-facts.ts';
import { finish, IS_OWN, type MessageRow, postpone, type Run, toKey } from './lease-message.ts';
import { HAS_THREAD } from './send-player-message.ts';

/** A message that is sent now, with its user. */
type Told = ThreadUser & { row: MessageRow; wantsThread: boolean };
/** A post that mentions these users. `sentAt`: when an earlier run sent it with an unknown result. */
type Post = { id: string; channelId: string; sentAt: Date | null; told: readonly Told[] };

/**
 * Sends messages that say the same and were leased together, in as few posts in the thread of their event as hold all
 * mentions. A user who cannot see the thread or has chosen the other way gets a direct message instead, and so do all
 * when there is no thread or Discord refuses the post. The users of a post whose response was lost stay together: it is
 * sent again with the same nonce, or looked for. Throws Discord's error when a later run may succeed.
 */
export async function postToThread(leased: readonly MessageRow[], run: Run): Promise<void> {
	const told = await chooseTold(await settleOldPosts(leased, run), run);
	// The nonces of uncertain posts do not last long.
	for (const post of listUncertainPosts(told)) await sendPost(post, run);
	const fresh = told.filter(({ row }) => row.post_id === null);
	for (const post of await planPosts(fresh, run)) await sendPost(post, run);
}

/** Returns the posts that an earlier run sent with an unknown result. */
function listUncertainPosts(told: readonly Told[]): Post[] {
	return [...Map.groupBy(told, ({ row }) => row.post_id)].flatMap(([id, users]) => {
		const { channel_id: channelId = null, sent_at: sentAt = null } = users[0]?.row ?? {};
		return id !== null && channelId !== null ? [{ id, channelId, sentAt, told: users }] : [];
	});
}

/** Finishes the posts that Discord has and whose nonce it no longer recognizes, and returns all other messages. */
async function settleOldPosts(leased: readonly MessageRow[], run: Run): Promise<MessageRow[]> {
	const open: MessageRow[] = [];
	for (const group of Map.groupBy(leased, (row) => row.post_id).values()) {
		const [{ post_id: id, channel_id: channelId, sent_at: sentAt, ...first }] = group as [MessageRow];
		const isSettled = id === null || channelId === null || sentAt === null || hasNonce(sentAt, run.now());
		const outcome = isSettled ? 'open' : await findPost(first, { id, channelId, sentAt }, run);
		if (outcome === 'open') open.push(...group);
		else if (outcome === 'absent') open.push(...(await takeFromPost(group)));
		else await finish(group, outcome);
	}
	return open;
}

/** Drops or postpones the messages that are not sent now, and returns the others with their users. */
async function chooseTold(open: readonly MessageRow[], run: Run): Promise<Told[]> {
	const told: Told[] = [];
	const [first] = open;
	if (!first) return told;
	const userIds = open.map((row) => row.user_id);
	const facts = await findFacts(first, userIds);
	for (const row of open) {
		const known = facts.get(row.user_id);
		// The user or the event was deleted, and the message with it.
		if (!known) continue;
		const { kind, event_date: eventDate, minutes } = row;
		const { discordId, reminderWay } = known;
		const delivery = decideDelivery({ kind, eventDate, minutes }, known, run.now());
		if (delivery.action === 'drop' || discordId === null) await finish([row], 'dropped');
		// A user of an uncertain post may have been mentioned, so a later mention could be the second.
		else if (delivery.action === 'wait' && row.post_id === null) await postpone(row, delivery.until);
		else {
			const wantsThread = kind !== 'reminder' || reminderWay === 'thread';
			told.push({ id: row.id, discordId, facts: toMessageFacts(row, known), row, wantsThread });
		}
	}
	return told;
}

/** Returns the posts for these users. Users who are not reached by one get a direct message instead. */
async function planPosts(told: readonly Told[], run: Run): Promise<Post[]> {
	const [first] = told;
	if (!first) return [];
	const thread = await findThread(first.row.event_id);
	const wanting = told.filter(({ wantsThread }) => wantsThread);
	const viewers = thread && (await findViewers(thread.channel_id, wanting, run));
	const isReached = (user: Told) => user.wantsThread && viewers?.has(user.discordId) === true;
	await sendDirectly(told.filter((user) => !isReached(user)).map(({ row }) => row));
	if (!thread) return [];
	return cutIntoPosts(told.filter(isReached), (postId) => getAddress(first.row, postId)).map((users) => ({
		id: users[0]?.id ?? '0',
		channelId: thread.thread_id,
		sentAt: null,
		told: users,
	}));
}

/** Returns the thread of an event's announcement and the channel that it is in; null without one. */
const findThread = (eventId: string): Promise<{ channel_id: string; thread_id: string } | null> =>
	one(`SELECT a.channel_id, a.thread_id FROM announcements a WHERE a.event_id = :eventId AND ${HAS_THREAD}`, {
		eventId,
	});

/** Returns the Discord IDs of the users who see the channel: none when Discord does not let the bot find out. */
async function findViewers(channelId: string, told: readonly Told[], run: Run): Promise<Set<string>> {
	const discordIds = told.map(({ discordId }) => discordId);
	if (discordIds.length === 0) return new Set();
	try {
		return await run.budget.run(() => listViewers(channelId, discordIds));
	} catch (error) {
		if (isTemporary(error) || isTokenRefused(error) || !isDiscordFailure(error)) throw error;
		await noteRefusal(error, channelId, run);
		return new Set();
	}
}

async function sendPost(post: Post, run: Run): Promise<void> {
	const { id, channelId, told } = post;
	const sentAt = post.sentAt ?? run.now();
	const leased = told.map(({ row }) => row);
	// Saved before the request: when its response is lost, the next run must know who may have been mentioned.
	const saved = await selectColumn(
		`UPDATE direct_messages SET post_id = :postId, channel_id = :channelId, sent_at = :sentAt WHERE ${IS_OWN}
		RETURNING id::text AS id`,
		{ ...toKey(leased), postId: id, channelId, sentAt },
	);
	const [first, ...others] = told.filter(({ row }) => saved.includes(row.id));
	if (!first) return;
	const { message, userIds } = toThreadPost([first, ...others], getAddress(first.row, id));
	try {
		const nonce = toNonce('t', id, sentAt);
		await run.budget.run(() => createMessage(channelId, message, { nonce, roleId: null, userIds }));
	} catch (error) {
		// Discord refused the only attempt, so there is no post to look for.
		const isAbsent = post.sentAt === null && isRefused(error);
		if (isAbsent) await takeFromPost(leased);
		if (isTemporary(error) || isTokenRefused(error) || !isDiscordFailure(error)) throw error;
		await noteRefusal(error, channelId, run);
		const outcome = isAbsent ? 'absent' : await findPost(first.row, { id, channelId, sentAt }, run);
		return outcome === 'absent' ? sendDirectly(leased) : finish(leased, outcome);
	}
	await finish(leased, 'sent');
}

/** Notes a thread or a channel that was deleted on Discord, and logs any other refusal. */
async function noteRefusal(error: unknown, channelId: string, { now }: Run): Promise<void> {
	log().info({ problem: summarizeForLog(error) }, 'Discord did not accept a post in a thread');
	if (isUnknown(error, DISCORD_CODES.unknownChannel)) await noteDeletedChannel(channelId, now());
}

/**
 * Returns whether Discord has a post whose response was lost. `failed`: the bot may not look for it, so its users may have
 * been told, and are not told again.
 */
async function findPost(
	row: Pick<MessageRow, 'event_id' | 'kind'>,
	{ id, channelId, sentAt }: { id: string; channelId: string; sentAt: Date },
	run: Run,
): Promise<'sent' | 'absent' | 'failed'> {
	const text = markAddress(getAddress(row, id));
	const search = { since: toSearchStart(sentAt), authorId: await readBotId(), text };
	try {
		const found = await run.budget.run(() => findMessage(channelId, search));
		if (found !== null) return 'sent';
		await run.budget.run(() => requireMessageHistory(channelId));
		return 'absent';
	} catch (error) {
		if (isUnknown(error, DISCORD_CODES.unknownChannel)) return 'absent';
		if (isForbidden(error)) return 'failed';
		throw error;
	}
}

/** Takes messages out of a post that does not exist, and returns them so. */
async function takeFromPost(leased: readonly MessageRow[]): Promise<MessageRow[]> {
	const cleared = { post_id: null, channel_id: null, sent_at: null };
	await execute(
		`UPDATE direct_messages SET post_id = NULL, channel_id = NULL, sent_at = NULL WHERE ${IS_OWN}`,
		toKey(leased),
	);
	return leased.map((row) => ({ ...row, ...cleared }));
}

/** Lets the users of these messages get direct messages. */
async function sendDirectly(leased: readonly MessageRow[]): Promise<void> {
	if (leased.length === 0) return;
	await execute(
		`UPDATE direct_messages SET way = 'direct', post_id = NULL, channel_id = NULL, sent_at = NULL, attempts = 0,
			leased_until = NULL WHERE ${IS_OWN}`,
		toKey(leased),
	);
}
