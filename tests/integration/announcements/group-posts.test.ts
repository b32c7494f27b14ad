import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ZodType } from 'zod';
import { AuditEntry, Event, Setting, type User } from '~/database/models/index.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { listFailedAnnouncements, undoChange } from '~/server/operations/admin/index.ts';
import { announceNext, noteDeletedChannel, readLostPosts } from '~/server/operations/announcements/index.ts';
import type { ShownGroups } from '~/server/operations/announcements/lease-announcement.ts';
import { readEventPage } from '~/server/operations/event-page/index.ts';
import { cancelEvent, deleteEvent, postAnnouncement, updateEvent } from '~/server/operations/events/index.ts';
import { postGroups, saveGroups, startNextRound } from '~/server/operations/groups/index.ts';
import { type Operation, perform } from '~/server/operations/kernel/operation.ts';
import { putSignup } from '~/server/operations/signups/index.ts';
import { deleteUser, exportProfile } from '~/server/operations/users/index.ts';
import { ANNOUNCEMENT_CHANNEL_ID, TEXT_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { TEST_APP_URL, useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();
const { state } = useDiscord();

const MESSAGES = '/channels/{channel_id}/messages';
const POST = `POST ${MESSAGES}`;
const DELETE = `DELETE ${MESSAGES}/{message_id}`;
const EDIT = `PATCH ${MESSAGES}/{message_id}`;

let nowMs = 0;
let creator: User;
let event: Event;
/** A member of the Discord server without an account. */
let outsiderId = '';
let [fern, rook, wren]: User[] = [];
const now = () => new Date(nowMs);

const run = <Param extends string, Schema extends ZodType, Result>(
	operation: Operation<Param, Schema, Result>,
	{ params, body = {}, user = creator }: { params?: Record<Param, string>; body?: unknown; user?: User } = {},
): Promise<Result> =>
	perform(
		operation,
		{ actor: { id: user.id, role: user.role }, now: now() },
		{ ...(params ? { params } : {}), read: () => body },
	);

/** Does all that is due after the pause between two edits. */
async function announce(milliseconds = 3_000): Promise<void> {
	nowMs += milliseconds;
	while (await announceNext({ now }));
}
const idOf = (user: User | undefined) => user?.id ?? '';
const mentionOf = (user: User | undefined) => `<@${user?.discordId}>`;
const save = (
	groups: Record<string, (User | undefined)[]>,
	storyteller?: User,
	coStorytellers: User[] = [],
) =>
	run(saveGroups, {
		params: { eventId: event.id },
		body: {
			groups: Object.entries(groups).map(([name, players], index) => ({
				id: name,
				name,
				players: players.map(idOf),
				storytellerId: index === 0 ? (storyteller?.id ?? null) : null,
				coStorytellerIds: index === 0 ? coStorytellers.map(idOf) : [],
			})),
		},
	});
const post = () => run(postGroups, { params: { eventId: event.id } });
const announceEvent = () => run(postAnnouncement, { params: { eventId: event.id } });
const readPost = async (user = creator) =>
	(await run(readEventPage, { params: { eventId: event.id }, user })).event.groupPost;

const listPosts = (channelId = TEXT_CHANNEL_ID) =>
	state.channels.listMessages(channelId).filter(({ content }) => content.includes('Groups for'));
const readMessage = (channelId = TEXT_CHANNEL_ID) => {
	const [message, ...others] = listPosts(channelId);
	if (!message || others.length > 0) throw new Error(`There are ${listPosts(channelId).length} messages.`);
	return message;
};
const setChannel = (value: string) => Setting.upsert({ key: 'announcement_channel_id', value });

/** Creates a member of the Discord server who has signed up. */
async function createPlayer(name: string, discordId: string | null): Promise<User> {
	const user = await createUserRow({ preferredUsername: name, discordId });
	await createSignupRow({ eventId: event.id, userId: user.id, status: 'confirmed' });
	return user;
}

beforeEach(async () => {
	await Event.destroy({ where: {} });
	await rowsOf('announcements').delete();
	await Setting.destroy({ where: {} });
	await clearTables('users');
	nowMs = Date.now();
	creator = await createUserRow({ role: 'admin' });
	event = await createEventRow({ title: 'Friday *Clocktower*', location: 'The Hearth' });
	const members = state.addMembers(3).map(({ discordId }) => discordId);
	outsiderId = members[2] ?? '';
	fern = await createPlayer('Fern', members[0] ?? null);
	rook = await createPlayer('Rook', members[1] ?? null);
	wren = await createPlayer(`[Wren](https://x.example) <@${outsiderId}> @everyone`, null);
	await setChannel(TEXT_CHANNEL_ID);
});

describe('the groups', () => {
	test('are posted once with mentions of exactly their players, and posted again they say what changed', async () => {
		expect(await readPost()).toEqual({ message: null, place: 'channel' });
		await save({ 'Group 1': [fern, wren], 'Group 2': [rook] });
		await rowsOf('groups').update({ edition: 'bmr' }, { name: 'Group 2' });
		expect(await post()).toEqual({ state: 'pending' });
		expect(await readPost()).toMatchObject({ message: { state: 'pending', url: null } });
		await announce();
		const { id, content, components, mentionedUserIds, mentionsEveryone } = readMessage();
		const seconds = Math.floor(event.date.getTime() / 1000);
		const head = `**Groups for Friday \\*Clocktower\\***\n<t:${seconds}:F> · The Hearth`;
		const hostile = `\\[Wren\\](https:\\//x.example) \\<@${outsiderId}> @\u200beveryone`;
		expect(content).toBe(
			`${head}\n\n**Group 1**\nPlayers (2): 1. ${mentionOf(fern)}, 2. ${hostile}\n\n**Group 2** · Bad Moon Rising\nPlayers (1): 1. ${mentionOf(rook)}`,
		);
		expect([mentionedUserIds, mentionsEveryone]).toEqual([[fern?.discordId, rook?.discordId], false]);
		expect(components[0]?.components?.map(({ label, custom_id, url }) => [label, custom_id ?? url])).toEqual([
			['Where do I sit?', `seat:${event.id}`],
			['Open in Townbell', `${TEST_APP_URL}/events/${event.id}`],
		]);
		const url = `https://discord.com/channels/${state.guild.guildId}/${TEXT_CHANNEL_ID}/${id}`;
		expect(await readPost()).toEqual({ message: { state: 'posted', error: null, url }, place: 'channel' });
		expect(await readPost(fern)).toBeNull();

		// The message does not follow later saves.
		await save({ 'Group 1': [wren], 'Group 2': [rook, fern] });
		await run(putSignup, { params: { eventId: event.id }, body: { status: 'declined' }, user: rook as User });
		await announce();
		expect([readMessage().content, state.countRequests(EDIT)]).toEqual([content, 0]);
		await post();
		await announce();
		expect(readMessage()).toMatchObject({ id, mentionedUserIds: [fern?.discordId] });
		const moved = `\n\n**Group 1**\nPlayers (1): 1. ${hostile}\n\n**Group 2** · Bad Moon Rising\nPlayers (1): 1. ${mentionOf(fern)}`;
		expect(readMessage().content).toBe(
			`${head}${moved}\n\nChanged: Fern moved to Group 2; Rook left Group 2`,
		);
		await post();
		await announce();
		expect(readMessage().content).toBe(head + moved);
	});

	test('of the next round are called so, and changes are only told within a round', async () => {
		await event.update({ date: new Date(nowMs - 3_600_000) });
		await save({ 'Group 1': [fern, rook] });
		await post();
		await announce();
		expect(readMessage().content).toMatch(/^\*\*Groups for Friday \\\*Clocktower\\\*\*\*\n/);
		await run(startNextRound, { params: { eventId: event.id } });
		await save({ 'Group 2': [fern, rook] });
		await post();
		await announce();
		expect(readMessage().content).toMatch(/^\*\*Groups for Friday \\\*Clocktower\\\*, round 2\*\*\n/);
		expect(readMessage().content).not.toContain('Changed');
		await save({ 'Group 2': [fern] });
		await post();
		await announce();
		expect(readMessage().content).toContain('Changed: Rook left Group 2');
	});

	test.each([
		['without groups', async () => {}, 'No groups are saved. Save them first, then post them.'],
		[
			'without a channel',
			async () => {
				await save({ A: [fern] });
				await setChannel('');
			},
			'No announcement channel is set. An admin can choose one in Site Settings.',
		],
		[
			'of a cancelled event',
			async () => {
				await save({ A: [fern] });
				await run(cancelEvent, { params: { eventId: event.id } });
			},
			'Groups can only be posted for active events.',
		],
		[
			'beside an announcement that is being deleted',
			async () => {
				await save({ A: [fern] });
				await announceEvent();
				await announce();
				await setChannel('');
				const body = { title: event.title, date: event.date.toISOString(), announce: false };
				await run(updateEvent, { params: { eventId: event.id }, body });
			},
			'No announcement channel is set. An admin can choose one in Site Settings.',
		],
	])('cannot be posted %s', async (_, prepare, message) => {
		await prepare();
		await expect(post()).rejects.toMatchObject({ kind: 'conflict', message });
		expect(await rowsOf('announcements').count({ kind: 'groups' })).toBe(0);
	});

	test('wait for the announcement, in whose thread they are posted', async () => {
		await save({ A: [fern] });
		await Setting.upsert({ key: 'announcement_threads', value: 'true' });
		await announceEvent();
		// What is due later is done first.
		nowMs += 1_000;
		await post();
		await announce();
		const [announcement] = state.channels.listMessages(TEXT_CHANNEL_ID);
		expect(listPosts(String(announcement?.threadId))).toHaveLength(1);
	});

	test('do not wait for an announcement that Discord has refused', async () => {
		state.fail({ route: POST, status: 403, times: 1 });
		await announceEvent();
		await announce();
		await save({ A: [fern] });
		await post();
		await announce();
		expect(listPosts()).toHaveLength(1);
	});

	test('requested again at once are written after the pause between two edits', async () => {
		await save({ A: [fern] });
		await post();
		await announce();
		await save({ A: [fern, rook] });
		await post();
		await announce(0);
		expect(state.countRequests(EDIT)).toBe(0);
		await announce();
		expect(readMessage().content).toContain(mentionOf(rook));
	});

	test('are posted in the thread of the announcement, else in its channel', async () => {
		await save({ A: [fern] });
		await Setting.upsert({ key: 'announcement_threads', value: 'true' });
		await announceEvent();
		await announce();
		const [announcement] = state.channels.listMessages(TEXT_CHANNEL_ID);
		const threadId = announcement?.threadId ?? '';
		// Both the saved channel and the one of new events may differ from it.
		await setChannel(ANNOUNCEMENT_CHANNEL_ID);
		expect(await readPost()).toEqual({ message: null, place: 'thread' });
		await post();
		await announce();
		expect(readMessage(threadId).mentionedUserIds).toEqual([fern?.discordId]);
		expect(await readPost()).toMatchObject({
			message: { url: expect.stringContaining(`/${threadId}/`) },
			place: 'thread',
		});

		state.channels.remove(threadId);
		await noteDeletedChannel(threadId, now());
		expect(await readPost()).toMatchObject({
			message: { state: 'failed', error: expect.stringContaining('channel or thread of these groups') },
		});
		expect(await readLostPosts(now())).toEqual({ messages: 1, threads: 1, isChannelDeleted: false });
		await setChannel('');
		expect(await readPost()).toMatchObject({ place: 'channel' });
		await post();
		await announce();
		expect(await readPost()).toMatchObject({ message: { state: 'posted', error: null } });
		expect(listPosts()).toHaveLength(1);
		// Their message can still be changed without the announcement.
		await rowsOf('announcements').delete({ kind: 'event' });
		expect(await readPost()).toMatchObject({ place: 'channel' });
		expect(await post()).toEqual({ state: 'pending' });
	});

	test('stay on Discord when the event is cancelled, and are deleted with it', async () => {
		await save({ A: [fern] });
		await post();
		await announceEvent();
		await announce();
		await run(cancelEvent, { params: { eventId: event.id } });
		await announce();
		expect(listPosts()).toHaveLength(1);
		await run(deleteEvent, { params: { eventId: event.id } });
		await announce();
		expect(state.channels.listMessages(TEXT_CHANNEL_ID)).toEqual([]);
		expect(await rowsOf('announcements').count()).toBe(0);
	});

	test.each(['before', 'while', 'after'])(
		'and the event’s message are there once when a deletion is undone %s they are deleted',
		async (when) => {
			await Setting.upsert({ key: 'announcement_threads', value: 'true' });
			await save({ A: [fern] });
			await announceEvent();
			await announce();
			await post();
			await announce();
			const deletions = state.countRequests(DELETE);
			await run(deleteEvent, { params: { eventId: event.id } });
			nowMs += 3_000;
			const release = when === 'while' ? state.hold(DELETE, 2) : () => {};
			const running = when === 'before' ? [] : [announceNext({ now }), announceNext({ now })];
			if (when === 'while')
				await vi.waitFor(() => expect(state.countRequests(DELETE)).toBe(deletions + 2), {
					interval: 5,
					timeout: 15_000,
				});
			if (when === 'after') await Promise.all(running);
			const entry = await AuditEntry.findOne({ where: { action: 'events.delete' }, order: [['id', 'DESC']] });
			await run(undoChange, { params: { entryId: String(entry?.id) } });
			release();
			await Promise.all(running);
			await announce(10_000);
			await announce(10_000);
			const [message, ...others] = state.channels.listMessages(TEXT_CHANNEL_ID);
			expect(others).toEqual([]);
			expect(listPosts(String(message?.threadId))).toHaveLength(1);
			const found = await rowsOf('announcements').list();
			expect(found.map(({ state: saved }) => saved)).toEqual(['posted', 'posted']);
		},
	);

	test('deleted on Discord are posted again on request', async () => {
		await save({ A: [fern] });
		await post();
		await announce();
		const { id } = readMessage();
		state.channels.removeMessage(id);
		await save({ A: [fern, rook] });
		await post();
		await announce();
		expect(readMessage().id).not.toBe(id);
		// A new message has no earlier groups to compare with.
		expect(readMessage().content).toMatch(new RegExp(`${mentionOf(rook)}$`));
		expect(await readPost()).toMatchObject({ message: { state: 'posted', error: null } });
	});

	test('show an erased user no longer, and nothing that was saved but not posted', async () => {
		const storyteller = await createUserRow({ preferredUsername: 'Siobhán', role: 'storyteller' });
		await rowsOf('event_storytellers').insert({ eventId: event.id, userId: storyteller.id });
		await save({ A: [wren, fern, rook] }, storyteller);
		await post();
		await announce();
		await save({ A: [rook] });
		await post();
		await announce();
		const exportOf = async (user?: User) =>
			(await run(exportProfile, { user: user as User })).tables.announcements;
		// Each of these users is in the posted groups or in the groups before them.
		for (const user of [fern, rook, wren, storyteller]) {
			expect(await exportOf(user)).toMatchObject([{ event_id: event.id, kind: 'groups' }]);
		}
		expect(await exportOf(creator)).toEqual([]);

		await save({ A: [fern, rook, wren] }, storyteller);
		await post();
		await announce();
		// These groups are not posted, and the deleted users have no seat in them.
		await save({ C: [rook] });
		for (const user of [fern, storyteller]) await run(deleteUser, { params: { userId: idOf(user) } });
		await announce();
		const { content } = readMessage();
		expect(content).toContain(`**A**\nPlayers (2): 1. ${mentionOf(rook)}, 2. \\[Wren`);
		expect(content).toMatch(/Changed: \\\[Wren\S* \S* @\u200beveryone joined A$/);
		for (const trace of ['Fern', 'Siobhán', 'Unknown', String(fern?.discordId)]) {
			expect(content).not.toContain(trace);
		}
		const [shown] = await rowsOf('announcements').list();
		expect(JSON.stringify(shown?.postedGroups)).not.toMatch(`"(${idOf(fern)}|${storyteller.id})"`);

		await post();
		await announce();
		expect(readMessage().content).toMatch(/Changed: .* left A; C was added; A was removed$/);
	});

	test('show an erased co-storyteller no longer', async () => {
		const una = await createUserRow({ preferredUsername: 'Una', role: 'storyteller', discordId: null });
		await save({ A: [rook] }, undefined, [una]);
		await post();
		await announce();
		expect(readMessage().content).toContain('**A** · Storyteller: Una');
		await save({ A: [rook] });
		await run(deleteUser, { params: { userId: una.id } });
		await announce();
		expect(readMessage().content).not.toContain('Una');
		const [shown] = await rowsOf('announcements').list();
		expect(JSON.stringify(shown?.postedGroups)).not.toMatch(`"${una.id}"`);
	});

	test('are written again when a user is erased while they are being written', async () => {
		await save({ A: [rook] });
		await post();
		await announce();
		await save({ A: [fern, rook] });
		await post();
		nowMs += 3_000;
		const release = state.hold(EDIT);
		const running = announceNext({ now });
		await vi.waitFor(() => expect(state.countRequests(EDIT)).toBe(1), { interval: 5, timeout: 15_000 });
		await run(deleteUser, { params: { userId: idOf(fern) } });
		release();
		await running;
		await announce();
		expect(readMessage().content).toMatch(/\n\*\*A\*\*\nPlayers \(1\): 1\. <@\d+>$/);
		expect(await readPost()).toMatchObject({ message: { state: 'posted', error: null } });
	});
});

describe('when Discord fails', () => {
	test.each([
		['in a channel', false],
		['in a thread', true],
	])('a lost response leaves one message %s, with the same changes', async (_, hasThread) => {
		await save({ A: [fern], B: [] });
		if (hasThread) {
			await Setting.upsert({ key: 'announcement_threads', value: 'true' });
			await announceEvent();
			await announce();
		}
		const [announcement] = state.channels.listMessages(TEXT_CHANNEL_ID);
		const channelId = (hasThread && announcement?.threadId) || TEXT_CHANNEL_ID;
		state.fail({ route: POST, losesResponse: true, times: 1 });
		await post();
		await announce();
		expect(await readPost()).toMatchObject({ message: { state: 'pending', url: null } });
		// Later than Discord recognizes a nonce.
		await announce(600_000);
		expect(listPosts(channelId)).toHaveLength(1);
		expect(await readPost()).toMatchObject({ message: { state: 'posted', error: null } });

		await save({ A: [], B: [fern] });
		await post();
		state.fail({ route: EDIT, losesResponse: true, times: 1 });
		await announce();
		await announce(60_000);
		expect(readMessage(channelId).content).toMatch(/Changed: Fern moved to B$/);
	});

	test('an old post that never arrived in a thread is posted there again', async () => {
		await save({ A: [fern] });
		await Setting.upsert({ key: 'announcement_threads', value: 'true' });
		await announceEvent();
		await announce();
		state.fail({ route: POST, status: 500, times: 1 });
		await post();
		await announce();
		await announce(600_000);
		const [announcement] = state.channels.listMessages(TEXT_CHANNEL_ID);
		expect(listPosts(announcement?.threadId ?? '')).toHaveLength(1);
		expect(await readPost()).toMatchObject({ message: { state: 'posted', error: null } });
	});

	test('a lost post in a thread is not repeated while its messages cannot be read', async () => {
		await save({ A: [fern] });
		await Setting.upsert({ key: 'announcement_threads', value: 'true' });
		await announceEvent();
		await announce();
		state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: ['READ_MESSAGE_HISTORY'] });
		state.fail({ route: POST, losesResponse: true, times: 1 });
		await post();
		await announce();
		await announce(600_000);
		const error = expect.stringContaining('“Read Message History”');
		expect(await readPost()).toMatchObject({ message: { state: 'failed', error } });
		const [announcement] = state.channels.listMessages(TEXT_CHANNEL_ID);
		expect(listPosts(announcement?.threadId ?? '')).toHaveLength(1);
	});

	test('a run that was killed after its edit is repeated by another replica with the same changes', async () => {
		await save({ A: [fern], B: [] });
		await post();
		await announce();
		await save({ A: [], B: [fern] });
		await post();
		await announce();
		const { content } = readMessage();
		expect(content).toMatch(/Changed: Fern moved to B$/);
		// Simulates a process that died before it released the message.
		await rowsOf('announcements').update(
			{ state: 'pending', isDirty: true, leasedUntil: new Date(nowMs + 60_000) },
			{ eventId: event.id },
		);
		await announce(59_000);
		expect(state.countRequests(EDIT)).toBe(1);
		nowMs += 2_000;
		await Promise.all([announce(0), announce(0), announce(0)]);
		expect([readMessage().content, state.countRequests(EDIT)]).toEqual([content, 2]);
	});

	test.each<[string, () => void, RegExp]>([
		[
			'forbids it',
			() => state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: ['SEND_MESSAGES'] }),
			/“Send Messages in Threads”.*then post again/,
		],
		['has no channel', () => state.channels.remove(TEXT_CHANNEL_ID), /no longer exists/],
		[
			'has archived the thread',
			() => state.fail({ route: POST, status: 400, code: 50083, times: 1 }),
			/thread .* is archived on Discord.*then post again/,
		],
	])('%s: the page and the admins read why, and it is posted on request', async (_, breakIt, text) => {
		await save({ A: [fern] });
		breakIt();
		await post();
		await announce();
		const error = expect.stringMatching(text);
		expect(await readPost()).toMatchObject({ message: { state: 'failed', error, url: null } });
		expect(await run(listFailedAnnouncements)).toMatchObject([{ event_id: event.id, kind: 'groups', error }]);
		await announce(3_600_000);
		expect(state.countRequests(POST)).toBe(1);
		state.channels.clear();
		await post();
		await announce();
		expect(listPosts()).toHaveLength(1);
		expect(await run(listFailedAnnouncements)).toEqual([]);
	});
});

test.each([
	['was accepted', () => {}],
	['was refused', () => state.fail({ route: EDIT, status: 403, times: 1 })],
])('a run whose lease has expired saves nothing, also when its late edit %s', async (_, prepare) => {
	await save({ A: [fern], B: [] });
	await post();
	await announce();
	await save({ A: [], B: [fern] });
	await post();
	nowMs += 3_000;
	const release = state.hold(EDIT);
	prepare();
	const stalled = announceNext({ now });
	await vi.waitFor(() => expect(state.countRequests(EDIT)).toBe(1), { interval: 5, timeout: 15_000 });
	// Simulates another process that took over the row and finished.
	const newer = { state: 'posted', error: null, contentHash: 'f'.repeat(64) } as const;
	await save({ A: [fern, rook], B: [] });
	await rowsOf('announcements').update(
		{ ...newer, isDirty: false, leasedUntil: null },
		{ eventId: event.id },
	);
	release();
	expect(await stalled).toBe(true);
	const row = await rowsOf<{ postedGroups: ShownGroups }>('announcements').find();
	expect(row).toMatchObject({ contentHash: newer.contentHash, error: null, leasedUntil: null });
	expect(row?.postedGroups.groups).toMatchObject([{ playerIds: [idOf(fern)] }, { playerIds: [] }]);
	// The stalled run may have overwritten the newer message, so it is written again.
	await announce();
	expect(readMessage().content).toContain(`**A**\nPlayers (2): 1. ${mentionOf(fern)}, 2. ${mentionOf(rook)}`);
	expect(await readPost()).toMatchObject({ message: { state: 'posted', error: null } });
});
