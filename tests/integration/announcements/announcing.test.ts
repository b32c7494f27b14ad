import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ZodType } from 'zod';
import { Event, Setting, type User } from '~/database/models/index.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';
import { DEPARTURE_MS } from '~/domain/users/membership.ts';
import type { Role } from '~/domain/users/roles.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { recordMembership } from '~/server/auth/membership.ts';
import { SCHEDULED_JOBS } from '~/server/jobs/scheduled-jobs.ts';
import { startMessaging, stopMessaging } from '~/server/jobs/start-messaging.ts';
import { countChanges } from '~/server/live/event-changes.ts';
import {
	listDiscordChannels,
	listFailedAnnouncements,
	readAnnouncementForm,
	readHealth,
	readPreflight,
	readSettingsCard,
	saveAnnouncementSettings,
	setSetting,
} from '~/server/operations/admin/index.ts';
import { clearPreflightCache } from '~/server/operations/admin/read-preflight.ts';
import {
	announceNext,
	checkChannels,
	noteDeletedChannel,
	postLostAnnouncements,
} from '~/server/operations/announcements/index.ts';
import {
	cancelEvent,
	completeEndedEvents,
	createEvent,
	createTemplateWeek,
	deleteEvent,
	deleteEvents,
	postAnnouncement,
	readEvent,
	reinstateEvent,
	updateEvent,
} from '~/server/operations/events/index.ts';
import { type Operation, perform } from '~/server/operations/kernel/operation.ts';
import { passOnDepartures } from '~/server/operations/members/index.ts';
import { deleteSignups, putSignup, removeSignup, updateSignups } from '~/server/operations/signups/index.ts';
import { deleteUser, updateUsername } from '~/server/operations/users/index.ts';
import {
	ANNOUNCEMENT_CHANNEL_ID,
	HIDDEN_CHANNEL_ID,
	TEXT_CHANNEL_ID,
} from '~/tests/mocks/discord/channels.ts';
import { MENTIONABLE_ROLE_ID } from '~/tests/mocks/discord/objects.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { TEST_APP_URL, useTestEnvironment } from '~/tests/support/environment.ts';
import { createPng } from '~/tests/support/pictures.ts';

useTestEnvironment();
useDatabase();
let nowMs = Date.now();
const now = () => new Date(nowMs);
const { state } = useDiscord({ now });

const MESSAGES = '/channels/{channel_id}/messages';
const POST = `POST ${MESSAGES}`;
const READ = `GET ${MESSAGES}`;
const EDIT = `PATCH ${MESSAGES}/{message_id}`;
const DELETE = `DELETE ${MESSAGES}/{message_id}`;
const THREAD = `POST ${MESSAGES}/{message_id}/threads`;
const PAUSE_MS = 3_000;

let creator: User;

const run = <Param extends string, Schema extends ZodType, Result>(
	operation: Operation<Param, Schema, Result>,
	{ params, body = {}, user = creator }: { params?: Record<Param, string>; body?: unknown; user?: User } = {},
): Promise<Result> =>
	perform(
		operation,
		{ actor: { id: user.id, role: user.role }, now: now() },
		{
			...(params ? { params } : {}),
			read: () => body,
		},
	);

const create = async (changes: Record<string, unknown> = {}): Promise<string> => {
	const body = {
		title: 'Friday Clocktower',
		description: 'Bring tea.',
		location: 'The Hearth',
		timezone: 'UTC',
		date: new Date(nowMs + 48 * 3_600_000).toISOString(),
		createDiscordEvent: false,
		...changes,
	};
	return (await run(createEvent, { body })).id;
};
const update = async (eventId: string, changes: Record<string, unknown>) => {
	const event = await Event.findByPk(eventId);
	const body = { title: event?.title, date: event?.date.toISOString(), ...changes };
	return run(updateEvent, { params: { eventId }, body });
};
const signUp = (user: User, eventId: string, status: SignupStatus, notes = '') =>
	run(putSignup, { params: { eventId }, body: { status, notes }, user });
const createUser = (name: string, role: Role = 'player') => createUserRow({ preferredUsername: name, role });

/** Writes all announcements that are due now and returns how many. */
async function announce(): Promise<number> {
	let count = 0;
	while (await announceNext({ now })) count += 1;
	return count;
}
/** Writes what is due after the pause between two edits. */
const announceLater = (milliseconds = PAUSE_MS) => {
	nowMs += milliseconds;
	return announce();
};

const listMessages = (channelId = TEXT_CHANNEL_ID) => state.channels.listMessages(channelId);
const readMessage = () => {
	const [message, ...others] = listMessages();
	if (!message || others.length > 0) throw new Error(`There are ${listMessages().length} messages.`);
	return message;
};
const readFields = () =>
	Object.fromEntries((readMessage().embeds[0]?.fields ?? []).map(({ name, value }) => [name, value]));
const readView = async (eventId: string, user = creator) =>
	(await run(readEvent, { params: { eventId }, user })).announcement;
const makeDataUrl = async (width: number) =>
	`data:image/png;base64,${(await createPng({ width, height: 10 })).toString('base64')}`;
const postAgain = (eventId: string) => run(postAnnouncement, { params: { eventId } });

beforeEach(async () => {
	await Event.destroy({ where: {} });
	await rowsOf('announcements').delete();
	await Setting.destroy({ where: {} });
	nowMs = Date.now();
	creator = await createUserRow({ role: 'admin' });
	// Written directly, because the operation would call Discord, which allows few requests per second.
	await Setting.create({ key: 'announcement_channel_id', value: TEXT_CHANNEL_ID });
});

describe('the message', () => {
	test('is posted once and follows every change, whatever made it', async () => {
		const [juniper, moss, wren] = [
			await createUser('Juniper'),
			await createUser('Moss'),
			await createUser('Wren', 'storyteller'),
		];
		const eventId = await create({ storytellerIds: [wren.id] });
		expect(await readView(eventId)).toEqual({ state: 'pending', error: null, url: null });
		expect(await announce()).toBe(1);
		expect(readMessage()).toMatchObject({ content: '', embeds: [{ title: 'Friday Clocktower' }] });
		expect(readFields()).toMatchObject({ Storytellers: 'Wren', Signups: 'No signups yet' });
		const { guildId } = state.guild;
		const url = `https://discord.com/channels/${guildId}/${TEXT_CHANNEL_ID}/${readMessage().id}`;
		expect(await readView(eventId)).toEqual({ state: 'posted', error: null, url });
		expect(await readView(eventId, juniper)).toBeNull();

		await signUp(moss, eventId, 'confirmed', 'Allergic to cats');
		nowMs += 1;
		const { signup } = await signUp(juniper, eventId, 'confirmed');
		expect(await announce()).toBe(0);
		await announceLater();
		expect(readFields()).toMatchObject({ 'Confirmed (2)': 'Moss\nJuniper' });
		expect(JSON.stringify(readMessage())).not.toContain('cats');

		await run(updateSignups, { body: { signupIds: [signup.id], status: 'late' } });
		await run(updateUsername, { body: { preferredUsername: 'Moss the Bold' }, user: moss });
		await announceLater();
		expect(readFields()).toMatchObject({ 'Confirmed (1)': 'Moss the Bold', 'Late (1)': 'Juniper' });

		await run(deleteSignups, { body: { signupIds: [signup.id] } });
		await run(deleteUser, { params: { userId: wren.id } });
		await update(eventId, { title: 'Saturday Clocktower', location: 'The Mill' });
		await announceLater();
		expect(readMessage().embeds[0]?.title).toBe('Saturday Clocktower');
		expect(readFields()).toMatchObject({ Where: 'The Mill', 'Confirmed (1)': 'Moss the Bold' });
		expect(readFields()).not.toHaveProperty('Late (1)');
		expect(readFields()).not.toHaveProperty('Storytellers');

		await run(removeSignup, { params: { eventId }, user: moss });
		await run(cancelEvent, { params: { eventId } });
		await announceLater();
		expect(readFields()).toMatchObject({ Signups: 'No signups yet' });
		expect(readButtons().map(({ disabled = false }) => disabled)).toEqual([true, true, true, true, false]);

		await run(deleteEvent, { params: { eventId } });
		await announceLater();
		expect(listMessages()).toEqual([]);
		expect(await rowsOf('announcements').count()).toBe(0);
	});

	test('follows a member who leaves the server and comes back', async () => {
		const [moss, juniper] = [await createUser('Moss'), await createUser('Juniper')];
		const eventId = await create({ capacity: 1 });
		await signUp(moss, eventId, 'confirmed');
		nowMs += 1;
		await signUp(juniper, eventId, 'confirmed');
		await announce();
		expect(readFields()).toMatchObject({ 'Confirmed (1)': 'Moss', 'Waitlist (1)': 'Juniper' });
		await recordMembership(moss.id, false, now());
		await announceLater(DEPARTURE_MS);
		expect(readFields()).toMatchObject({ 'Confirmed (1)': 'Moss' });
		expect(await passOnDepartures(now())).toBe(1);
		await announceLater();
		expect(readFields()).toMatchObject({ 'Confirmed (1)': 'Juniper' });
		expect(readFields()).not.toHaveProperty('Waitlist (1)');
		await recordMembership(moss.id, true, now());
		await announceLater();
		expect(readFields()).toMatchObject({ 'Confirmed (1)': 'Juniper', 'Waitlist (1)': 'Moss' });
	});

	const readButtons = () => readMessage().components[0]?.components ?? [];

	test('has buttons that sign up and a link to the event', async () => {
		const eventId = await create();
		await announce();
		expect(readButtons().map(({ label, custom_id, url }) => [label, custom_id ?? url])).toEqual([
			['Confirm', `signup:${eventId}:confirmed`],
			['Late', `signup:${eventId}:late`],
			['Maybe', `signup:${eventId}:tentative`],
			['Decline', `signup:${eventId}:declined`],
			['Open in Townbell', `${TEST_APP_URL}/events/${eventId}`],
		]);
	});

	test('of an ended event keeps disabled buttons, and bulk deletion deletes it', async () => {
		const eventId = await create();
		await announce();
		nowMs += 72 * 3_600_000;
		await completeEndedEvents(now());
		await announce();
		expect(readMessage().embeds[0]?.title).toBe('Completed: Friday Clocktower');
		expect(readButtons()[0]?.disabled).toBe(true);
		await run(deleteEvents, { body: { eventIds: [eventId] } });
		await announceLater();
		expect(listMessages()).toEqual([]);
	});

	test('is not edited when nothing changes that it shows', async () => {
		const eventId = await create();
		await signUp(creator, eventId, 'confirmed', 'One');
		await announce();
		await signUp(creator, eventId, 'confirmed', 'Two');
		expect(await announceLater()).toBe(1);
		expect(state.countRequests(EDIT)).toBe(0);
	});

	test('follows a setting that changes what it shows', async () => {
		await create({ capacity: 'storytellers', storytellerIds: [creator.id] });
		await announce();
		const { Places: before } = readFields();
		await Setting.create({ key: 'auto_split_config', value: '{"maxPlayersPerGroup":9}' });
		await announceLater();
		expect([before, readFields()]).toEqual([
			expect.stringContaining('15'),
			expect.objectContaining({ Places: before?.replace('15', '9') }),
		]);
	});

	test('is compared once after a crash of the database that may have lost changes', async () => {
		await create();
		await announce();
		// The message itself was noted.
		expect([await announceLater(), await announceLater()]).toEqual([1, 0]);
		await rowsOf('revision_epochs').delete();
		expect(await announceLater()).toBe(1);
		await countChanges();
		expect([await announceLater(), await announceLater()]).toEqual([1, 0]);
		expect(state.countRequests(EDIT)).toBe(0);
	});

	test('of an event that is over follows the event, but not what every event shows', async () => {
		const eventId = await create();
		await announce();
		await run(cancelEvent, { params: { eventId } });
		await announceLater();
		expect([await announceLater(), await announceLater()]).toEqual([0, 0]);
		await run(updateUsername, { body: { preferredUsername: 'Rowan' } });
		expect(await announceLater()).toBe(0);
		await Event.update({ title: 'Sunday Clocktower' }, { where: { id: eventId } });
		await announceLater();
		expect(readMessage().embeds[0]?.title).toBe('Cancelled: Sunday Clocktower');
	});

	test('does not mention a role that was deleted on Discord, and the admin panel says so', async () => {
		const choose = (id: string) =>
			run(setSetting, { params: { key: 'announcement_role_id' }, body: { value: id } });
		const findCheck = async () => {
			clearPreflightCache();
			const { checks } = await run(readPreflight);
			return checks.find(({ key }) => key === 'announcement-role');
		};
		await Setting.create({ key: 'announcement_role_id', value: MENTIONABLE_ROLE_ID });
		expect(await findCheck()).toMatchObject({ state: 'ok' });
		// No connection to the gateway tells this process of the deletion.
		state.deleteRole(MENTIONABLE_ROLE_ID);
		expect(await run(readSettingsCard)).toMatchObject({ isRoleDeleted: false });
		await create();
		await announce();
		expect(readMessage()).toMatchObject({
			content: '',
			mentionedRoleIds: [],
			embeds: [{ title: 'Friday Clocktower' }],
		});
		expect(await run(readSettingsCard)).toMatchObject({ isRoleDeleted: true });
		const remedy = expect.stringContaining('Choose another role');
		expect(await findCheck()).toMatchObject({ state: 'missing', remedy });
		const { problems } = await run(readHealth);
		expect(problems).toContainEqual(expect.objectContaining({ key: 'announcement-role', remedy }));
		// What is known already needs no other request.
		const READ_ROLES = 'GET /guilds/{guild_id}/roles';
		const reads = state.countRequests(READ_ROLES);
		state.channels.clear();
		await create();
		await announce();
		expect([readMessage().content, state.countRequests(READ_ROLES)]).toEqual(['', reads]);
		await choose(state.guild.requiredRoleId);
		expect(await run(readSettingsCard)).toMatchObject({ isRoleDeleted: false });
		expect(await findCheck()).toMatchObject({ state: 'ok' });
		state.channels.clear();
		await create();
		await announce();
		expect(readMessage().content).toBe(`<@&${state.guild.requiredRoleId}>`);
	});

	test('notices with the next reconcile that the role was deleted, without a new message', async () => {
		await Setting.create({ key: 'announcement_role_id', value: MENTIONABLE_ROLE_ID });
		const reconcile = () => SCHEDULED_JOBS['discord.reconcile'].run(now());
		expect(await reconcile()).toBe(0);
		state.deleteRole(MENTIONABLE_ROLE_ID);
		expect(await reconcile()).toBe(1);
		expect(await run(readSettingsCard)).toMatchObject({ isRoleDeleted: true });
		clearPreflightCache();
		const { problems } = await run(readHealth);
		expect(problems.map(({ key }) => key)).toContain('announcement-role');
		expect(await reconcile()).toBe(0);
		await create();
		await announce();
		expect(readMessage()).toMatchObject({ content: '', mentionedRoleIds: [] });
	});

	test('posts nothing while it is unknown whether the role exists', async () => {
		await Setting.create({ key: 'announcement_role_id', value: MENTIONABLE_ROLE_ID });
		state.fail({ route: 'GET /guilds/{guild_id}/roles', status: 500, times: 1 });
		await create();
		await announce();
		expect([listMessages(), await run(readSettingsCard)]).toMatchObject([[], { isRoleDeleted: false }]);
		await announceLater(60_000);
		expect(readMessage().content).toBe(`<@&${MENTIONABLE_ROLE_ID}>`);
	});

	test('mentions the role only when it is posted, and gets a thread', async () => {
		const roleId = state.guild.requiredRoleId;
		const body = {
			announcement_channel_id: ANNOUNCEMENT_CHANNEL_ID,
			announcement_threads: 'true',
			announcement_role_id: roleId,
			reminder_minutes: '1440,60',
		};
		await run(saveAnnouncementSettings, { body });
		const eventId = await create({ title: '@everyone come' });
		await announce();
		const [message] = listMessages(ANNOUNCEMENT_CHANNEL_ID);
		expect(message).toMatchObject({ content: `<@&${roleId}>`, mentionsEveryone: false });
		expect(state.channels.find(message?.threadId ?? '')?.name).toBe('@everyone come');
		expect((await rowsOf('announcements').find({ eventId }))?.threadId).toBe(message?.threadId);
		await update(eventId, { title: 'Later' });
		await announceLater();
		expect(listMessages(ANNOUNCEMENT_CHANNEL_ID)).toMatchObject([
			{ id: message?.id, embeds: [{ title: 'Later' }], mentionedRoleIds: [] },
		]);
	});

	describe('has a thread that', () => {
		const RENAME = 'PATCH /channels/{channel_id}';
		const readThreadName = () => state.channels.find(readMessage().threadId ?? '')?.name;
		const rename = async (eventId: string, title: string, waitMs = PAUSE_MS) => {
			await update(eventId, { title });
			await announceLater(waitMs);
		};
		beforeEach(() => Setting.create({ key: 'announcement_threads', value: 'true' }));

		test('follows the name of the event, also while new events get no threads', async () => {
			const eventId = await create();
			await announce();
			await rename(eventId, 'Saturday Clocktower');
			expect([readMessage().embeds[0]?.title, readThreadName()]).toEqual(
				Array(2).fill('Saturday Clocktower'),
			);
			// Nothing is sent for a change that is not the name.
			await update(eventId, { location: 'The Cellar' });
			await announceLater();
			expect(state.countRequests(RENAME)).toBe(1);
			await Setting.update({ value: 'false' }, { where: { key: 'announcement_threads' } });
			await rename(eventId, 'é'.repeat(150));
			expect(readThreadName()).toHaveLength(100);
			// The name is too long by one for the thread alone, so it stays the same there.
			await rename(eventId, `${'é'.repeat(150)}!`);
			expect(state.countRequests(RENAME)).toBe(2);
		});

		test('waits for its third name in ten minutes, and its message and other events do not', async () => {
			const [eventId, otherId] = [await create(), await create({ title: 'Other' })];
			await announce();
			const [message] = listMessages().filter(({ embeds: [embed] }) => embed?.title !== 'Other');
			const readThread = () => state.channels.find(message?.threadId ?? '')?.name;
			const readTitles = () => listMessages().map(({ embeds: [embed] }) => embed?.title);
			for (const title of ['One', 'Two', 'Three']) await rename(eventId, title);
			expect([readTitles().toSorted(), readThread()]).toEqual([['Other', 'Three'], 'Two']);
			await rename(otherId, 'Another');
			const player = await createUser('Ada');
			await signUp(player, eventId, 'confirmed');
			await rename(eventId, 'Four');
			expect([readTitles().toSorted(), readThread()]).toEqual([['Another', 'Four'], 'Two']);
			expect(message?.embeds[0]?.fields).toContainEqual(
				expect.objectContaining({ name: expect.stringContaining('Confirmed'), value: 'Ada' }),
			);
			expect(await readView(eventId)).toMatchObject({ state: 'posted', error: null });
			// The third name of this event was refused once; its wait is known since.
			expect(state.countRequests(RENAME)).toBe(4);
			await announceLater(10 * 60_000 - 10 * PAUSE_MS);
			expect([readThread(), state.countRequests(RENAME)]).toEqual(['Two', 4]);
			await announceLater(10 * PAUSE_MS);
			expect([readThread(), state.countRequests(RENAME)]).toEqual(['Four', 5]);
			await announceLater(3_600_000);
			expect(await announce()).toBe(0);
			expect(state.countRequests(RENAME)).toBe(5);
		});

		test('gets no name that it no longer needs after the wait', async () => {
			const eventId = await create();
			await announce();
			for (const title of ['One', 'Two', 'Three', 'Two']) await rename(eventId, title);
			await announceLater(10 * 60_000);
			expect([readThreadName(), state.countRequests(RENAME)]).toEqual(['Two', 3]);
			for (const title of ['Three', 'Four', 'Five']) await rename(eventId, title);
			await run(cancelEvent, { params: { eventId } });
			await announceLater();
			await announceLater(10 * 60_000);
			expect([readThreadName(), await announce()]).toEqual(['Four', 0]);
		});

		test('is archived, or was started by an earlier version', async () => {
			const eventId = await create();
			await announce();
			const thread = state.channels.find(readMessage().threadId ?? '');
			if (thread) thread.isArchived = true;
			await rowsOf('announcements').update({ threadName: null }, { eventId });
			await rename(eventId, 'Saturday Clocktower');
			expect(thread).toMatchObject({ name: 'Saturday Clocktower', isArchived: false });
		});

		test('may not be renamed: the page says so, and posting again tries it again', async () => {
			const eventId = await create();
			await announce();
			state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: ['SEND_MESSAGES_IN_THREADS'] });
			await rename(eventId, 'Saturday Clocktower');
			const error = expect.stringContaining('“Manage Threads”');
			expect(await readView(eventId)).toMatchObject({ state: 'posted', error });
			await update(eventId, { location: 'The Cellar' });
			await announceLater();
			expect([state.countRequests(RENAME), await readView(eventId)]).toMatchObject([1, { error }]);
			state.channels.setOverwrite(TEXT_CHANNEL_ID, {});
			await postAgain(eventId);
			await announceLater();
			expect([readThreadName(), await readView(eventId)]).toMatchObject([
				'Saturday Clocktower',
				{ state: 'posted', error: null },
			]);
		});
	});

	test('of a cancelled event gets no thread', async () => {
		const eventId = await create();
		await announce();
		await Setting.create({ key: 'announcement_threads', value: 'true' });
		await run(cancelEvent, { params: { eventId } });
		await announceLater();
		expect(await rowsOf('announcements').find({ eventId })).toMatchObject({
			state: 'posted',
			threadId: null,
		});
	});

	test('gets its thread also when the responses of the post and of the thread are lost', async () => {
		await run(setSetting, { params: { key: 'announcement_threads' }, body: { value: 'true' } });
		state.fail({ route: POST, losesResponse: true, times: 1 });
		state.fail({ route: THREAD, losesResponse: true, times: 1 });
		const eventId = await create();
		await announce();
		await announceLater(60_000);
		await announceLater(60_000);
		const { threadId } = readMessage();
		expect((await rowsOf('announcements').find({ eventId }))?.threadId).toBe(threadId);
		expect(threadId).not.toBeNull();
		expect(await readView(eventId)).toMatchObject({ state: 'posted', error: null });
	});

	test('stays when its thread is refused', async () => {
		await run(setSetting, { params: { key: 'announcement_threads' }, body: { value: 'true' } });
		state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: ['CREATE_PUBLIC_THREADS'] });
		const eventId = await create();
		await announce();
		expect(readMessage().threadId).toBeNull();
		const error = 'The message is posted, but the bot could not create its thread.';
		expect(await readView(eventId)).toMatchObject({ state: 'posted', error });
	});

	test('shows the event’s picture, also a new one, and works without the permission for it', async () => {
		const eventId = await create({ image: await makeDataUrl(20) });
		await announce();
		const [first] = readMessage().files;
		expect(readMessage().embeds[0]?.image?.url).toBe(`attachment://${first?.filename}`);
		await update(eventId, { title: 'Renamed' });
		await announceLater();
		expect(readMessage().files).toEqual([first]);
		await update(eventId, { image: await makeDataUrl(30) });
		await announceLater();
		expect(readMessage().files).toHaveLength(1);
		expect(readMessage().files[0]?.id).not.toBe(first?.id);
		await update(eventId, { image: null });
		await announceLater();
		expect(readMessage().files).toEqual([]);

		state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: ['ATTACH_FILES'] });
		await update(eventId, { image: await makeDataUrl(20) });
		await announceLater();
		await update(eventId, { title: 'Renamed again' });
		await announceLater();
		expect(readMessage().embeds[0]).not.toHaveProperty('image');
		expect(await readView(eventId)).toMatchObject({ state: 'posted', error: null });
		// The next change brings the picture when the bot may attach it.
		state.channels.setOverwrite(TEXT_CHANNEL_ID, {});
		await update(eventId, { title: 'Renamed once more' });
		await announceLater();
		expect(readMessage().files).toHaveLength(1);
	});
});

test('a template week is announced, or not', async () => {
	const body = { startDate: '2031-10-20', createDiscordEvents: false, events: [{ day: 3, enabled: true }] };
	await run(createTemplateWeek, { body: { ...body, announce: false } });
	expect(await announce()).toBe(0);
	await run(createTemplateWeek, { body: { ...body, startDate: '2031-10-27' } });
	await announce();
	expect(readMessage().embeds[0]?.title).toMatch(/^Wednesday/);
});

describe('without an announcement', () => {
	test('nothing is posted while no channel is set, or when the creator does not want it', async () => {
		await create({ announce: false });
		await run(setSetting, { params: { key: 'announcement_channel_id' }, body: { value: '' } });
		const eventId = await create();
		await signUp(creator, eventId, 'confirmed');
		expect(await announce()).toBe(0);
		expect(await rowsOf('announcements').count()).toBe(0);
		await expect(postAgain(eventId)).rejects.toMatchObject({ kind: 'conflict' });
	});

	test('an update can post an event, and delete its message', async () => {
		const eventId = await create({ announce: false });
		const { event } = await update(eventId, { announce: true });
		expect(event).toMatchObject({ announcement: { state: 'pending' }, version: 2 });
		await announce();
		expect(readMessage().embeds[0]?.title).toBe('Friday Clocktower');
		// It is announced already.
		expect((await update(eventId, { announce: true })).event.version).toBe(2);
		await update(eventId, { announce: false });
		expect(await readView(eventId)).toBeNull();
		await announceLater();
		expect(listMessages()).toEqual([]);
		expect(await rowsOf('announcements').count()).toBe(0);
	});

	test('an event that was cancelled before it was posted is not posted', async () => {
		const eventId = await create();
		await run(cancelEvent, { params: { eventId } });
		await announce();
		expect(listMessages()).toEqual([]);
		expect(await readView(eventId)).toMatchObject({ state: 'failed' });
		expect(await run(listFailedAnnouncements)).toEqual([]);
		await expect(postAgain(eventId)).rejects.toMatchObject({ kind: 'conflict' });
	});
});

test('a change that commits while the message is being written is written too', async () => {
	const eventId = await create();
	await announce();
	await signUp(await createUser('First'), eventId, 'confirmed');
	nowMs += PAUSE_MS;
	const late = await createUser('Second');
	const release = state.hold(EDIT);
	const running = announce();
	await vi.waitFor(() => expect(state.countRequests(EDIT)).toBe(1), { interval: 5, timeout: 15_000 });
	await signUp(late, eventId, 'confirmed');
	release();
	await running;
	await announceLater();
	expect(readFields()).toMatchObject({ 'Confirmed (2)': 'First\nSecond' });
});

describe('when Discord fails', () => {
	test('for an hour: nothing is lost, and the last state arrives once it responds', async () => {
		const posted = await create();
		await announce();
		state.fail({ route: '*', status: 500 });
		const [waiting, deleted] = [await create({ title: 'Waiting' }), await create({ title: 'Deleted' })];
		for (let minute = 0; minute < 60; minute += 1) {
			await signUp(await createUser(`User ${minute}`), minute % 2 ? posted : waiting, 'confirmed');
			await announceLater(60_000);
		}
		expect(await readView(waiting)).toMatchObject({
			state: 'pending',
			error: "Discord isn't responding. We'll keep trying.",
		});
		// An announcement that waits is retried at most once a minute.
		expect(state.requests.length).toBeLessThan(60 * 8);
		await run(deleteEvent, { params: { eventId: deleted } });
		state.recover();
		await announceLater(60_000);
		await announceLater(60_000);
		const shown = listMessages().map(({ embeds }) => [embeds[0]?.title, embeds[0]?.fields?.at(-1)?.name]);
		expect(shown).toEqual([
			['Friday Clocktower', 'Confirmed (30)'],
			['Waiting', 'Confirmed (30)'],
		]);
		expect(await readView(waiting)).toMatchObject({ state: 'posted', error: null });
	});

	test.each([
		['with the message history', []],
		['with the nonce alone', ['READ_MESSAGE_HISTORY'] as const],
	])('a post whose response is lost is not repeated: %s', async (_, deny) => {
		state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: [...deny] });
		state.fail({ route: POST, losesResponse: true, times: 1 });
		const eventId = await create();
		await announce();
		expect(await readView(eventId)).toMatchObject({ state: 'pending', url: null });
		expect(listMessages()).toHaveLength(1);
		await update(eventId, { title: 'Renamed later' });
		await announceLater(60_000);
		await announceLater(60_000);
		expect(readMessage().embeds[0]?.title).toBe('Renamed later');
		expect(await readView(eventId)).toMatchObject({ state: 'posted', error: null });
	});

	test('a message that is posted again is not posted twice when that response is lost', async () => {
		const eventId = await create();
		await announce();
		state.channels.removeMessage(readMessage().id);
		await postAgain(eventId);
		state.fail({ route: POST, losesResponse: true, times: 1 });
		await announceLater();
		await announceLater(60_000);
		expect(readMessage().embeds[0]?.title).toBe('Friday Clocktower');
		expect(await readView(eventId)).toMatchObject({ state: 'posted', error: null });
	});

	test.each([
		['reading the messages', READ, 401, []],
		['the edit of the found message', EDIT, 403, []],
		['the edit of the message of the same nonce', EDIT, 403, ['READ_MESSAGE_HISTORY'] as const],
	])(
		'a post whose response is lost is not repeated after a refusal of %s',
		async (_, route, status, deny) => {
			state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: [...deny] });
			state.fail({ route: POST, losesResponse: true, times: 1 });
			const eventId = await create();
			await announce();
			state.fail({ route, status, times: 1 });
			await announceLater(60_000);
			expect(await readView(eventId)).toMatchObject({ state: 'failed' });
			await postAgain(eventId);
			await announceLater();
			expect(readMessage().embeds[0]?.title).toBe('Friday Clocktower');
			expect(await readView(eventId)).toMatchObject({ state: 'posted', error: null });
		},
	);

	test('an old post whose response is lost is not repeated while the messages cannot be read', async () => {
		state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: ['READ_MESSAGE_HISTORY'] });
		state.fail({ route: POST, losesResponse: true, times: 1 });
		const eventId = await create();
		await announce();
		await announceLater(600_000);
		expect(state.countRequests(POST)).toBe(1);
		const error = expect.stringContaining('“Read Message History”');
		expect(await readView(eventId)).toMatchObject({ state: 'failed', error });
		state.channels.setOverwrite(TEXT_CHANNEL_ID, {});
		await postAgain(eventId);
		await announce();
		expect(readMessage().embeds[0]?.title).toBe('Friday Clocktower');
		expect([await readView(eventId), state.countRequests(POST)]).toMatchObject([{ state: 'posted' }, 1]);
	});

	test('a post whose response is lost is deleted with its event once the messages can be read', async () => {
		state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: ['READ_MESSAGE_HISTORY'] });
		state.fail({ route: POST, losesResponse: true, times: 1 });
		const eventId = await create();
		await announce();
		await run(deleteEvent, { params: { eventId } });
		await announceLater(60_000);
		expect(await run(listFailedAnnouncements)).toMatchObject([{ event_id: eventId, title: null }]);
		state.channels.setOverwrite(TEXT_CHANNEL_ID, {});
		await announceLater(3_600_000);
		expect([listMessages(), await rowsOf('announcements').count()]).toEqual([[], 0]);
	});

	test('an edit whose response is lost is written again, also when the event is as before', async () => {
		const eventId = await create();
		await announce();
		state.fail({ route: EDIT, losesResponse: true, times: 1 });
		await update(eventId, { title: 'Renamed' });
		await announceLater();
		expect(readMessage().embeds[0]?.title).toBe('Renamed');
		await update(eventId, { title: 'Friday Clocktower' });
		await announceLater(60_000);
		expect(readMessage().embeds[0]?.title).toBe('Friday Clocktower');
		expect(await readView(eventId)).toMatchObject({ state: 'posted', error: null });
	});

	test('a picture whose edit got no response is replaced, also by the one before it', async () => {
		const image = await makeDataUrl(20);
		const eventId = await create({ image });
		await announce();
		state.fail({ route: EDIT, losesResponse: true, times: 1 });
		await update(eventId, { image: await makeDataUrl(30) });
		await announceLater();
		const [lost] = readMessage().files;
		await update(eventId, { image });
		await announceLater(60_000);
		expect(readMessage().files).toHaveLength(1);
		expect(readMessage().files[0]?.id).not.toBe(lost?.id);
	});

	test('a refused edit is tried again with the next change, at most every ten minutes', async () => {
		const eventId = await create();
		await announce();
		state.fail({ route: EDIT, status: 403, times: 1 });
		await update(eventId, { title: 'Renamed' });
		await announceLater();
		expect(await readView(eventId)).toMatchObject({ state: 'failed', url: expect.any(String) });
		await update(eventId, { title: 'Renamed again' });
		expect(await announceLater(9 * 60_000)).toBe(0);
		await announceLater(60_000);
		expect(readMessage().embeds[0]?.title).toBe('Renamed again');
		expect(await readView(eventId)).toMatchObject({ state: 'posted', error: null });
	});

	test('a refused deletion is shown to admins and tried again every hour', async () => {
		const eventId = await create();
		await announce();
		state.fail({ route: DELETE, status: 403, times: 1 });
		await run(deleteEvent, { params: { eventId } });
		await announceLater();
		const error = expect.stringContaining('Discord does not let the bot');
		expect(await run(listFailedAnnouncements)).toEqual([
			{ event_id: eventId, kind: 'event', title: null, error },
		]);
		expect(await announceLater(59 * 60_000)).toBe(0);
		await announceLater(60_000);
		expect([listMessages(), await rowsOf('announcements').count()]).toEqual([[], 0]);
	});

	test.each([
		['deleted', () => state.channels.remove(TEXT_CHANNEL_ID)],
		['closed to the bot', () => state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: ['VIEW_CHANNEL'] })],
	])('a message whose channel was %s is posted again in another channel', async (_, breakIt) => {
		const eventId = await create();
		await announce();
		breakIt();
		const body = { value: ANNOUNCEMENT_CHANNEL_ID };
		await run(setSetting, { params: { key: 'announcement_channel_id' }, body });
		await postAgain(eventId);
		await announceLater();
		expect(listMessages(ANNOUNCEMENT_CHANNEL_ID)).toHaveLength(1);
		expect(await readView(eventId)).toMatchObject({ state: 'posted', error: null });
	});

	test('a run that was killed after its post is repeated, and two runs share the work', async () => {
		const eventId = await create();
		await announce();
		// Simulates a process that died between the post and saving its result.
		await rowsOf('announcements').update(
			{ state: 'pending', messageId: null, contentHash: null, sentAt: now(), isDirty: true },
			{ eventId },
		);
		await rowsOf('announcements').update({ leasedUntil: new Date(nowMs + 60_000) }, { eventId });
		expect(await announceLater(59_000)).toBe(0);
		nowMs += 1_000;
		await Promise.all([announce(), announce(), announce()]);
		expect(readMessage().embeds[0]?.title).toBe('Friday Clocktower');
		expect(await readView(eventId)).toMatchObject({ state: 'posted' });
	});

	test('a run that waits for a rate limit is left to another process when this one stops', async () => {
		state.fail({ route: POST, status: 429, retryAfter: 10, times: 1 });
		await create();
		startMessaging({ now, pollMs: 5 });
		await vi.waitFor(() => expect(state.countRequests(POST)).toBe(1), 15_000);
		await stopMessaging(5_000);
		await announceLater(10_000);
		expect(readMessage().embeds[0]?.title).toBe('Friday Clocktower');
	});

	test('a rate limit is waited for', async () => {
		state.fail({ route: POST, status: 429, retryAfter: 1, times: 1 });
		await create();
		await announce();
		expect(listMessages()).toEqual([]);
		await announceLater(1_000);
		expect(readMessage().embeds[0]?.title).toBe('Friday Clocktower');
	});

	test.each<[string, () => void, RegExp]>([
		[
			'forbids',
			() => state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: ['SEND_MESSAGES'] }),
			/“Send Messages”/,
		],
		['has no channel', () => state.channels.remove(TEXT_CHANNEL_ID), /no longer exists/],
	])('%s: the page says why, and nothing is retried automatically', async (_, breakIt, text) => {
		const eventId = await create();
		breakIt();
		await announce();
		expect(await readView(eventId)).toMatchObject({ state: 'failed', error: expect.stringMatching(text) });
		const [failed] = await run(listFailedAnnouncements);
		expect(failed).toMatchObject({ event_id: eventId, error: expect.stringMatching(text) });
		await signUp(creator, eventId, 'confirmed');
		await announceLater(600_000);
		expect(state.countRequests(POST)).toBe(1);
		state.channels.clear();
		expect(await postAgain(eventId)).toEqual({ state: 'pending' });
		await announce();
		expect(Object.keys(readFields())).toContain('Confirmed (1)');
	});
});

describe('the channels', () => {
	const readChannelChecks = async () => {
		clearPreflightCache();
		const { checks } = await run(readPreflight);
		return checks.filter(({ key, state }) => key.startsWith('announcement-') && state !== 'ok');
	};

	test('are listed with the permissions that the bot lacks, and so does the check of the connection', async () => {
		state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: ['EMBED_LINKS', 'CREATE_PUBLIC_THREADS'] });
		const missing = ['Embed Links', 'Create Public Threads'];
		const channels = await run(listDiscordChannels);
		expect(channels).toMatchObject([
			{ id: TEXT_CHANNEL_ID, name: 'the-green', type: 'text', writable: false, missing },
			{ id: ANNOUNCEMENT_CHANNEL_ID, type: 'announcement', writable: true, missing: [] },
			{ id: HIDDEN_CHANNEL_ID, writable: false },
		]);
		expect((await readChannelChecks()).map(({ title }) => title)).toEqual([
			'The bot has “Embed Links” in #the-green',
		]);
		// Reminders in threads need what threads need, even while new events get none.
		await run(setSetting, { params: { key: 'reminder_way' }, body: { value: 'thread' } });
		expect(await readChannelChecks()).toHaveLength(2);
		await Setting.update({ value: '700000000000000001' }, { where: { key: 'announcement_channel_id' } });
		expect(await readChannelChecks()).toMatchObject([{ key: 'announcement-channel', state: 'missing' }]);
		await run(setSetting, { params: { key: 'announcement_channel_id' }, body: { value: '' } });
		expect(await readChannelChecks()).toEqual([]);
	});

	test('cannot be listed while Discord fails, but the saved choice can still be changed', async () => {
		state.fail({ route: '*', status: 500 });
		await expect(run(listDiscordChannels)).rejects.toMatchObject({ kind: 'upstream' });
		expect(await run(readAnnouncementForm)).toEqual({
			saved: {
				announcement_channel_id: TEXT_CHANNEL_ID,
				announcement_threads: 'false',
				announcement_role_id: '',
				role_tonight: '',
				role_storytellers_tonight: '',
				announce_days_before: '7',
				reminder_minutes: '1440,60',
				reminder_way: 'direct',
			},
			choices: null,
			error: 'Discord has a problem (500). Please try again in a moment.',
		});
		expect(await readChannelChecks()).toMatchObject([{ key: 'announcement-channel', state: 'unknown' }]);
	});
});

describe('a channel or thread that was deleted on Discord', () => {
	const READ_LIST = 'GET /guilds/{guild_id}/channels';
	const findProblem = async () => {
		clearPreflightCache();
		const { problems } = await run(readHealth);
		return problems.find(({ key }) => key === 'lost-posts');
	};
	const readLost = async () => (await run(readSettingsCard)).lostPosts;
	const lose = async (how: 'packet' | 'edit' | 'post' | 'reconcile') => {
		const { id: eventId = '' } = (await Event.findOne({ order: [['id', 'ASC']] })) ?? {};
		state.channels.remove(TEXT_CHANNEL_ID);
		if (how === 'packet') await noteDeletedChannel(TEXT_CHANNEL_ID, now());
		if (how === 'edit') await update(eventId, { title: 'New name' });
		if (how === 'post') await create({ title: 'After it' });
		if (how === 'reconcile') expect(await checkChannels(now())).toBe(1);
		await announceLater();
	};

	test.each(['packet', 'edit', 'post', 'reconcile'] as const)(
		'is named in settings and health, noticed by %s, and all is posted again at once without the role',
		async (how) => {
			await Setting.create({ key: 'announcement_role_id', value: MENTIONABLE_ROLE_ID });
			const [first, second] = [await create(), await create({ title: 'Second' })];
			const cancelled = await create({ title: 'Cancelled' });
			await announce();
			expect([await readLost(), await findProblem()]).toEqual([
				{ messages: 0, threads: 0, isChannelDeleted: false },
				undefined,
			]);
			await run(cancelEvent, { params: { eventId: cancelled } });
			await announceLater();
			await lose(how);
			const lost = how === 'post' ? 3 : 2;
			expect(await readLost()).toEqual({ messages: lost, threads: 0, isChannelDeleted: true });
			expect(await findProblem()).toMatchObject({
				title: `The announcement channel was deleted on Discord. Coming events lost ${lost} messages.`,
				remedy: expect.stringContaining('Choose another channel'),
				href: '/admin/announcements',
			});
			const reads = state.countRequests(READ_LIST);
			expect([await checkChannels(now()), state.countRequests(READ_LIST)]).toEqual([0, reads]);
			await expect(run(postLostAnnouncements)).rejects.toThrow(
				'Please choose another announcement channel first.',
			);
			await Setting.update({ value: ANNOUNCEMENT_CHANNEL_ID }, { where: { key: 'announcement_channel_id' } });
			expect(await findProblem()).toMatchObject({ href: '/admin#settings' });
			await update(second, { title: 'Second, renamed' });
			await announceLater();
			expect(listMessages(ANNOUNCEMENT_CHANNEL_ID)).toEqual([]);
			expect(await run(postLostAnnouncements)).toEqual({ events: lost });
			await announceLater();
			const posted = listMessages(ANNOUNCEMENT_CHANNEL_ID);
			expect(posted.map(({ content, embeds: [embed] }) => [content, embed?.title])).toHaveLength(lost);
			expect(posted.every(({ content }) => content === '')).toBe(true);
			expect(posted.map(({ embeds: [embed] }) => embed?.title)).toContain('Second, renamed');
			expect([await readLost(), await readView(first)]).toMatchObject([
				{ messages: 0, isChannelDeleted: false },
				{ state: 'posted', error: null },
			]);
			await expect(run(postLostAnnouncements)).rejects.toThrow('Nothing is missing on Discord any more.');
			// The message of one event mentions the role, as before.
			await create({ title: 'Later' });
			await announce();
			const readLast = () => listMessages(ANNOUNCEMENT_CHANNEL_ID).at(-1);
			expect(readLast()?.content).toBe(`<@&${MENTIONABLE_ROLE_ID}>`);
			for (const message of listMessages(ANNOUNCEMENT_CHANNEL_ID)) state.channels.removeMessage(message.id);
			await postAgain(second);
			await announceLater();
			expect(readLast()?.content).toBe(`<@&${MENTIONABLE_ROLE_ID}>`);
		},
	);

	test.each(['packet', 'rename'] as const)('a thread: noticed by %s, and started again', async (how) => {
		await Setting.create({ key: 'announcement_threads', value: 'true' });
		const eventId = await create();
		await announce();
		const { id, threadId } = readMessage();
		state.channels.remove(threadId ?? '');
		if (how === 'packet') await noteDeletedChannel(threadId ?? '', now());
		await update(eventId, { title: 'New name' });
		await announceLater();
		await signUp(creator, eventId, 'confirmed');
		await announceLater();
		// Nothing is started again without a request.
		expect(readMessage()).toMatchObject({ id, threadId: null });
		const error = expect.stringContaining('its thread was deleted on Discord');
		expect(await readView(eventId)).toMatchObject({ state: 'posted', error });
		expect(await readLost()).toEqual({ messages: 0, threads: 1, isChannelDeleted: false });
		expect(await findProblem()).toMatchObject({ title: expect.stringContaining('1 thread') });
		await run(postLostAnnouncements);
		await announceLater();
		expect(state.channels.find(readMessage().threadId ?? '')?.name).toBe('New name');
		expect([await readLost(), readMessage().id]).toMatchObject([{ threads: 0 }, id]);
	});
});

test('a message that was deleted on Discord is posted again only on request', async () => {
	const eventId = await create();
	await announce();
	state.channels.removeMessage(readMessage().id);
	await signUp(creator, eventId, 'confirmed');
	await announceLater();
	await signUp(creator, eventId, 'late');
	await announceLater();
	expect(listMessages()).toEqual([]);
	const error = 'The message was deleted on Discord.';
	expect(await readView(eventId)).toEqual({ state: 'failed', error, url: null });
	await postAgain(eventId);
	await announceLater();
	expect(Object.keys(readFields())).toContain('Late (1)');
	expect(state.countRequests(EDIT)).toBe(1);
	// A message that still exists is written once more, and one that has been deleted is posted.
	await postAgain(eventId);
	expect(await announce()).toBe(0);
	await announceLater();
	expect(state.countRequests(EDIT)).toBe(2);
	// Also that of an event that does not take place.
	await run(cancelEvent, { params: { eventId } });
	await announceLater();
	await postAgain(eventId);
	await announceLater();
	expect(state.countRequests(EDIT)).toBe(4);
	await run(reinstateEvent, { params: { eventId } });
	state.channels.removeMessage(readMessage().id);
	await postAgain(eventId);
	await announceLater();
	expect(readMessage().embeds[0]?.title).toBe('Friday Clocktower');
});

describe('a rate limit', () => {
	/** The messages of one process share a pause. */
	async function announceLater(milliseconds = PAUSE_MS, pause = { until: 0 }): Promise<void> {
		nowMs += milliseconds;
		while (await announceNext({ now, pause }));
	}
	const titlesOf = () => listMessages().map(({ embeds: [embed] }) => embed?.title);
	/** Posts the messages of two events and changes both events. */
	async function changeTwo(): Promise<string> {
		const [first, second] = [await create({ title: 'First' }), await create({ title: 'Second' })];
		await announce();
		const [messageId = ''] = listMessages().flatMap(({ id, embeds: [embed] }) =>
			embed?.title === 'First' ? [id] : [],
		);
		await update(first, { title: 'First, moved' });
		await update(second, { title: 'Second, moved' });
		return messageId;
	}

	test('of one message holds up no other, and its edit is sent once after the wait', async () => {
		const messageId = await changeTwo();
		const pause = { until: 0 };
		state.fail({ route: EDIT, status: 429, code: 30_046, retryAfter: 1_800, times: 1, id: messageId });
		await announceLater(PAUSE_MS, pause);
		expect(titlesOf().toSorted()).toEqual(['First', 'Second, moved']);
		await announceLater(1_799_000, pause);
		expect(state.countRequests(EDIT)).toBe(2);
		await announceLater(1_000, pause);
		await announceLater(3_600_000, pause);
		expect(state.countRequests(EDIT)).toBe(3);
		expect(titlesOf().toSorted()).toEqual(['First, moved', 'Second, moved']);
	});

	test('of the bot holds up every message', async () => {
		await changeTwo();
		state.fail({ route: EDIT, status: 429, global: true, retryAfter: 1_800 });
		await announceLater();
		expect(state.countRequests(EDIT)).toBe(1);
		state.recover();
	});
});
