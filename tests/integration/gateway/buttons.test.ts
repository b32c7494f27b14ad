import pg from 'pg';
import type { Transaction } from 'sequelize';
import { beforeEach, expect, test, vi } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import { ErasedId, type Event, EventSeries, Setting, Signup, User } from '~/database/models/index.ts';
import { BUTTON_STATUSES, toPlaceButton } from '~/domain/discord/announcement.ts';
import { encodeCustomId } from '~/domain/discord/custom-id.ts';
import { EVENT_STATUSES } from '~/domain/events/status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/domain/limits.ts';
import { QUICK_SIGNUP_LABELS, type SignupStatus, STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { instantToWallTime } from '~/domain/time/wall-time.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { stopGateway } from '~/server/gateway/start-gateway.ts';
import { getErasedId } from '~/server/secrets.ts';
import { ANNOUNCEMENT_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import type { InteractionReply } from '~/tests/mocks/discord/interactions.ts';
import { countLockWaits } from '~/tests/support/lock-waits.ts';
import { createMemberUser, listStoredSignups, useGateway } from './use-gateway.ts';

const discord = useGateway({
	COMMUNITY_NAME: 'Candlewick Society',
	COMMUNITY_JOIN_URL: 'https://candlewick.example/join',
});
const { state, gateway, connect } = discord;
const { player, noRole, stranger } = PERSONAS;
const FIRST_RESPONSE = 'POST /interactions/{interaction_id}/{interaction_token}/callback';

/** The buttons with which a late member says when they arrive. */
const HOW_LATE = ['15 minutes', '30 minutes', '60 minutes', 'Other time'];

let event: Event;
let messageId: string;
let lastPacket: unknown;
state.listen(({ t, d }) => {
	if (t === 'INTERACTION_CREATE') lastPacket = d;
});
beforeEach(async () => {
	// Discord's limit of three seconds would only measure how fast the machine is.
	state.interactions.firstResponseMs = 20_000;
	event = await createEventRow({ title: '*Blood* <@1>', date: new Date(Date.now() + DAY_MS) });
	messageId = postAnnouncement();
	await connect();
});

/** Posts a message with the four buttons of an announcement. */
function postAnnouncement(channelId = ANNOUNCEMENT_CHANNEL_ID): string {
	const components = BUTTON_STATUSES.map((status) => ({
		type: 2,
		style: 2,
		label: QUICK_SIGNUP_LABELS[status],
		custom_id: encodeCustomId({ kind: 'signup', eventId: event.id, status }),
	}));
	const message = state.channels.post(channelId, { content: 'Blood', components: [{ type: 1, components }] });
	return message.id;
}

const press = (label: string, userId: string = player.discordId, id = messageId) =>
	state.press({ userId, messageId: id, label });
const pressReply = (reply: InteractionReply, label: string, userId: string = player.discordId) =>
	press(label, userId, reply.messageId);
const submitNotes = (opened: InteractionReply, notes: string) =>
	state.submitModal({ userId: player.discordId, modalId: opened.modal?.id ?? '', values: { notes } });
const listLabels = ({ components }: InteractionReply) =>
	components.flatMap(({ components: buttons = [] }) => buttons.map(({ label }) => label));
const readSignups = () => listStoredSignups(event.id);
const own = (status: SignupStatus) => ({ discordId: player.discordId, status, source: 'botc_command' });
const readNotes = async () => (await Signup.findOne({ rejectOnEmpty: true })).notes;

test('each button records its status and shows it only to the member', async () => {
	for (const status of BUTTON_STATUSES) {
		const reply = await press(QUICK_SIGNUP_LABELS[status]);
		expect(reply).toMatchObject({ isEphemeral: true, isUpdate: false });
		expect(reply.content).toContain(`Your signup for **\\*Blood\\* \\<@1>**: ${STATUS_LABELS[status]}.`);
		expect(reply.content).toContain(`<http://localhost:3000/events/${event.id}>`);
		expect(listLabels(reply)).toEqual([...(status === 'late' ? HOW_LATE : []), 'Add notes', 'Undo']);
		expect(await readSignups()).toEqual([own(status)]);
	}
	// A member without an account got one, as with `/botc`.
	const user = await User.findOne({ rejectOnEmpty: true });
	expect(user).toMatchObject({ discordId: player.discordId, role: 'player', firstSignedInAt: null });
});

test('a late member says by a button how late, and changes it, until they are not late any more', async () => {
	const date = new Date(Math.floor(event.date.getTime() / MINUTE_MS) * MINUTE_MS);
	await event.update({ date, timezone: 'Europe/Berlin', duration: 180 });
	const reply = await press('Late');
	expect(reply.content).toContain('How late will you be?');
	const done = await pressReply(reply, '30 minutes');
	expect(done).toMatchObject({ isUpdate: true });
	expect(done.content).toContain(`You arrive at <t:${event.date.getTime() / 1000 + 1800}:t>.`);
	expect(done.content).not.toContain('How late');
	expect(await listArrivals()).toEqual([readClock(30)]);
	await pressReply(reply, '15 minutes');
	expect(await listArrivals()).toEqual([readClock(15)]);
	// With a time, nothing is asked again.
	expect(listLabels(await press('Late'))).toEqual(['Add notes']);
	await event.update({ duration: 30 });
	expect((await pressReply(reply, '60 minutes')).content).toContain('Please enter a time from');
	await press('Decline');
	expect((await pressReply(reply, '30 minutes')).content).toContain("You're not signed up as Late any more");
	await Signup.destroy({ where: {} });
	expect((await pressReply(reply, '30 minutes')).content).toContain('no time was saved');
	expect(await Signup.count()).toBe(0);
});

const listArrivals = async () => (await Signup.findAll()).map(({ arrivesAt }) => arrivesAt);
const readClock = (minutes: number) =>
	instantToWallTime(new Date(event.date.getTime() + minutes * MINUTE_MS), 'Europe/Berlin').time;

test('a member of an event that repeats comes every time by a button of the reply', async () => {
	const series = await EventSeries.create({
		rule: { interval_weeks: 1 },
		pause: null,
		nextDate: '2099-01-01',
		startTime: '20:30',
		timezone: 'UTC',
		title: 'x',
		description: '',
		duration: 60,
		location: '',
		decideMinutes: 60,
		onTooFew: 'ask',
		createsDiscordEvent: false,
		announces: false,
	});
	await event.update({ seriesId: series.id, seriesDate: '2026-10-16' });
	expect(listLabels(await press('Decline'))).toEqual(['Add notes', 'Undo']);
	const reply = await press('Late');
	expect(listLabels(reply)).toEqual([...HOW_LATE, 'Add notes', 'Undo', 'Come every time']);
	const done = await pressReply(reply, 'Come every time');
	expect(done).toMatchObject({ isUpdate: true });
	expect(done.content).toContain("You're a regular now: Late for");
	await series.update({ until: '2098-12-25' });
	expect(listLabels(await press('Confirm'))).toEqual(['Add notes', 'Undo']);
	expect(listLabels(done)).toEqual([]);
	const user = await User.findOne({ rejectOnEmpty: true });
	expect(await rowsOf('series_regulars').list()).toMatchObject([{ userId: user.id, status: 'late' }]);
});

test('a press responds within three seconds', async () => {
	const reply = await vi.waitFor(async () => {
		const current = await press('Late');
		expect(current.respondedAfterMs).toBeLessThan(3_000);
		return current;
	}, 20_000);
	expect(reply.wasDeferred).toBe(false);
});

test('with a slow database, a press gets a deferred response and the notes modal does not open', async () => {
	await press('Confirm');
	const notesReply = await press('Late');
	const blocker = new pg.Client({ connectionString: discord.db.url });
	await blocker.connect();
	try {
		await blocker.query('BEGIN; LOCK TABLE signups');
		const responseCount = state.countRequests(FIRST_RESPONSE);
		const pending = press('Maybe');
		await expect.poll(() => state.countRequests(FIRST_RESPONSE), { timeout: 5_000 }).toBe(responseCount + 1);
		const opened = await pressReply(notesReply, 'Add notes');
		expect(opened).toMatchObject({ modal: null, isUpdate: true });
		expect(opened.content).toContain('Nothing was changed. Please try again.');
		expect(listLabels(opened)).toEqual([...HOW_LATE, 'Add notes', 'Undo']);
		await blocker.query('COMMIT');
		expect(await pending).toMatchObject({ isEphemeral: true, wasDeferred: true });
		expect((await pending).content).toContain('Tentative');
	} finally {
		await blocker.end();
	}
	expect(await readSignups()).toEqual([own('tentative')]);
});

test('a stop waits for a press under way', async () => {
	const blocker = new pg.Client({ connectionString: discord.db.url });
	await blocker.connect();
	await blocker.query('BEGIN; LOCK TABLE signups');
	try {
		const pending = press('Late');
		await expect.poll(countLockWaits).toBe(1);
		let isStopped = false;
		const stopping = stopGateway().then(() => {
			isStopped = true;
		});
		await expect.poll(() => gateway.sessions).toEqual([]);
		expect(isStopped).toBe(false);
		await blocker.query('COMMIT');
		await stopping;
		expect(await readSignups()).toEqual([own('late')]);
		expect((await pending).content).toContain('Late.');
	} finally {
		await blocker.end();
	}
});

test('a repeated press and one that is delivered twice change nothing', async () => {
	await press('Late');
	const repeated = await press('Late');
	expect(listLabels(repeated)).toEqual([...HOW_LATE, 'Add notes']);
	const responseCount = state.countRequests(FIRST_RESPONSE);
	gateway.send('INTERACTION_CREATE', lastPacket);
	await expect.poll(() => state.countRequests(FIRST_RESPONSE)).toBe(responseCount + 1);
	expect(await readSignups()).toEqual([own('late')]);
	expect(await User.count()).toBe(1);
});

test('Undo restores the earlier status and its notes in the same message', async () => {
	const { id: userId } = await createMemberUser(player.discordId);
	await createSignupRow({ eventId: event.id, userId, status: 'confirmed', notes: 'I bring cake' });
	const reply = await press('Decline');
	const undone = await pressReply(reply, 'Undo');
	expect(undone).toMatchObject({ isUpdate: true, components: [], messageId: reply.messageId });
	expect(undone.content).toContain('Confirmed.');
	expect([await readSignups(), await readNotes()]).toEqual([[own('confirmed')], 'I bring cake']);
	const responseCount = state.countRequests(FIRST_RESPONSE);
	gateway.send('INTERACTION_CREATE', lastPacket);
	await expect.poll(() => state.countRequests(FIRST_RESPONSE)).toBe(responseCount + 1);
	expect(await readSignups()).toEqual([own('confirmed')]);
});

test.each(EVENT_STATUSES)(
	'Undo of a first press removes the signup from the now %s event',
	async (status) => {
		const reply = await press('Confirm');
		await event.update({ status });
		const undone = await pressReply(reply, 'Undo');
		expect(undone.content).toContain("You're no longer signed up for **\\*Blood\\* \\<@1>**.");
		expect(await readSignups()).toEqual([]);
	},
);

test('Undo changes nothing when the signup has changed since', async () => {
	const stale = await press('Confirm');
	await press('Late');
	const reply = await pressReply(stale, 'Undo');
	expect(reply.content).toBe('Your signup has changed since then, so nothing was undone.');
	expect(await readSignups()).toEqual([own('late')]);
});

test('notes are added in a modal, shown in it again, and cleared', async () => {
	const reply = await press('Late');
	const opened = await pressReply(reply, 'Add notes');
	expect(opened.modal).toMatchObject({ title: 'Notes', inputs: [{ value: '', maxLength: 500 }] });
	const saved = await submitNotes(opened, '  I bring\u0000 cake ');
	expect(saved).toMatchObject({ isUpdate: true, messageId: reply.messageId });
	expect(saved.content).toContain('Late.');
	expect(saved.content).toContain('Your notes were saved.');
	expect(saved.content).not.toContain('cake');
	expect(listLabels(saved)).toEqual([...HOW_LATE, 'Add notes', 'Undo']);
	expect([await readSignups(), await readNotes()]).toEqual([[own('late')], 'I bring cake']);
	const again = await pressReply(reply, 'Add notes');
	expect(again.modal?.inputs[0]?.value).toBe('I bring cake');
	expect((await submitNotes(again, '')).content).toContain('Your notes were removed.');
	expect(await readNotes()).toBeNull();
});

/** Starts `work` while the signup is being changed by someone else, which commits when `work` waits for it. */
async function whileSignupChanges<T>(change: (transaction: Transaction) => unknown, work: () => Promise<T>) {
	const running = await inTransaction(async (transaction) => {
		await change(transaction);
		const started = work();
		await expect.poll(countLockWaits).toBe(1);
		return { started };
	});
	return running.started;
}

test('notes keep a status that is being changed at the same time, and Undo does not undo it', async () => {
	const save = (status: SignupStatus) => (transaction: Transaction) =>
		Signup.update({ status }, { where: {}, transaction });
	const opened = await pressReply(await press('Late'), 'Add notes');
	const saved = await whileSignupChanges(save('declined'), () => submitNotes(opened, 'Cake'));
	expect(saved.content).toContain('Declined.');
	expect([await readSignups(), await readNotes()]).toEqual([[own('declined')], 'Cake']);
	const confirmed = await press('Confirm');
	const undone = await whileSignupChanges(save('tentative'), () => pressReply(confirmed, 'Undo'));
	expect(undone.content).toBe('Your signup has changed since then, so nothing was undone.');
	expect(await readSignups()).toEqual([own('tentative')]);
});

test('Undo of a press restores what was saved while it was under way', async () => {
	await createMemberUser(player.discordId);
	await press('Maybe');
	const save = (transaction: Transaction) => Signup.update({ status: 'late' }, { where: {}, transaction });
	const reply = await whileSignupChanges(save, () => press('Decline'));
	await pressReply(reply, 'Undo');
	expect(await readSignups()).toEqual([own('late')]);
});

test('notes do not bring back a signup that is being deleted', async () => {
	const opened = await pressReply(await press('Late'), 'Add notes');
	const remove = (transaction: Transaction) => Signup.destroy({ where: {}, transaction });
	const saved = await whileSignupChanges(remove, () => submitNotes(opened, 'Cake'));
	expect(saved.content).toBe("You aren't signed up for “\\*Blood\\* \\<@1>”.");
	expect(await Signup.count()).toBe(0);
});

test('without a signup there are no notes', async () => {
	const reply = await press('Late');
	const opened = await pressReply(reply, 'Add notes');
	await Signup.destroy({ where: {} });
	const text = "You aren't signed up for “\\*Blood\\* \\<@1>”.";
	expect((await pressReply(reply, 'Add notes')).content).toBe(text);
	expect((await submitNotes(opened, 'x')).content).toBe(text);
	expect(await Signup.count()).toBe(0);
});

test.each([
	['cancelled', 'This event was cancelled, so signups are closed.'],
	['completed', 'This event is over, so signups are closed.'],
	['deleted', 'This event was deleted.'],
] as const)('on a message of a %s event nothing is written', async (status, text) => {
	await press('Confirm');
	const reply = await press('Late');
	const opened = await pressReply(reply, 'Add notes');
	if (status === 'deleted') await event.destroy();
	else await event.update({ status });
	const before = await readSignups();
	const replies = [
		await press('Confirm'),
		await pressReply(reply, 'Undo'),
		await pressReply(reply, 'Add notes'),
		await submitNotes(opened, 'x'),
	];
	for (const { content, isEphemeral } of replies) expect([content, isEphemeral]).toEqual([text, true]);
	expect(await readSignups()).toEqual(before);
	if (status === 'deleted') {
		const users = await User.count();
		expect((await press('Confirm', PERSONAS.secondPlayer.discordId)).content).toBe(text);
		expect(await User.count()).toBe(users);
	}
	expect(await Signup.count({ where: { notes: 'x' } })).toBe(0);
});

test('without the required role nothing is written', async () => {
	const text =
		'Game nights are for the members of Candlewick Society. To join: <https://candlewick.example/join>';
	expect(await press('Confirm', noRole.discordId)).toMatchObject({ content: text, isEphemeral: true });
	const reply = await press('Late');
	state.setRoles(player.discordId, []);
	for (const label of ['Add notes', 'Undo']) expect((await pressReply(reply, label)).content).toBe(text);
	expect(await readSignups()).toEqual([own('late')]);
	expect(await User.count()).toBe(1);
});

test('“Where do I sit?” says it only to the member', async () => {
	const ask = (userId: string = player.discordId) =>
		state.press({ userId, messageId, customId: encodeCustomId({ kind: 'seat', eventId: event.id }) });
	const title = '**\\*Blood\\* \\<@1>**';
	expect(await ask()).toMatchObject({ isEphemeral: true, isUpdate: false });
	expect((await ask()).content).toContain(`No groups are saved for ${title} yet.`);
	await press('Confirm');
	const { id: userId } = await User.findOne({ rejectOnEmpty: true });
	const group = await rowsOf('groups').insert({ eventId: event.id, clientId: 'a', name: '*A*', position: 0 });
	expect((await ask()).content).toContain(`You have no seat in the groups for ${title}.`);
	await rowsOf('group_players').insert({ groupId: group.id, eventId: event.id, userId, position: 0 });
	expect((await ask()).content).toBe(
		`You are in **\\*A\\***, seat 1\n<http://localhost:3000/events/${event.id}>`,
	);
	expect((await ask(noRole.discordId)).content).toContain('To join: <');
	expect(await User.count()).toBe(1);
	// The storyteller gets the link for the players at once, and the page with everything else.
	await Setting.create({ key: 'table_url', value: 'https://clocktower.example' });
	expect((await ask()).content).not.toContain('clocktower.example');
	await rowsOf('group_players').delete({ userId });
	await rowsOf('groups').update({ storytellerId: userId, edition: 'snv' });
	const told = (await ask()).content.split('\n');
	expect(told[0]).toContain('Script: Sects & Violets');
	expect(told[1]).toMatch(/^Link for your players: <https:\/\/clocktower\.example\/#[a-z0-9]{16}>$/);
	expect(told[2]).toMatch(/^Session name: `[a-z0-9]{16}`$/);
	expect(told.at(-2)).toBe(`Script file and game state: <http://localhost:3000/events/${event.id}/tables>`);
	expect(told.at(-1)).toBe(`<http://localhost:3000/events/${event.id}>`);
	await Setting.destroy({ where: { key: 'table_url' } });
	await event.destroy();
	expect((await ask()).content).toBe('This event was deleted.');
});

test('“Everyone was there” marks the players of the storyteller’s group', async () => {
	const confirm = () =>
		state.press({
			userId: player.discordId,
			messageId,
			customId: encodeCustomId({ kind: 'present', eventId: event.id }),
		});
	await press('Confirm');
	const { id: storytellerId } = await User.findOne({ rejectOnEmpty: true });
	await event.update({ date: new Date(Date.now() - HOUR_MS) });
	expect((await confirm()).content).toContain("You don't have permission");
	const group = await rowsOf('groups').insert({ eventId: event.id, clientId: 'a', name: 'A', storytellerId });
	const players = [await createUserRow(), await createUserRow()];
	for (const [position, { id: userId }] of players.entries()) {
		await createSignupRow({ eventId: event.id, userId });
		await rowsOf('group_players').insert({ groupId: group.id, eventId: event.id, userId, position });
	}
	await rowsOf('attendance').insert({ eventId: event.id, userId: String(players[0]?.id), state: 'late' });
	const address = `<http://localhost:3000/events/${event.id}/attendance>`;
	expect(await confirm()).toMatchObject({ isEphemeral: true, isUpdate: false });
	const states = async () => (await rowsOf('attendance').list()).map(({ state: mark }) => mark);
	expect(await states()).toEqual(['late', 'present']);
	const again = (await confirm()).content.split('\n');
	expect(again).toEqual([expect.stringContaining('The roll call is already complete.'), address]);
	await event.update({ date: new Date(Date.now() + HOUR_MS) });
	expect((await confirm()).content).toContain('The roll call starts when the event does.');
	expect(await states()).toEqual(['late', 'present']);
});

test('an erased user is asked to sign in', async () => {
	await ErasedId.create({ discordIdHmac: getErasedId(player.discordId) });
	expect((await press('Confirm')).content).toContain('Your account was deleted.');
	expect(await User.count()).toBe(0);
});

test('a button that is not ours says so', async () => {
	for (const customId of ['vote:7', `signup:${'9'.repeat(19)}:late`, 'undo:7:late']) {
		const reply = await state.press({ userId: player.discordId, messageId, customId });
		expect([reply.content, reply.isEphemeral]).toEqual([
			'This button no longer works. Please open the event in Townbell.',
			true,
		]);
	}
	expect(await User.count()).toBe(0);
});

test('the buttons work in direct messages, where Discord is asked for the member', async () => {
	const pressIn = (userId: string, label = 'Late') =>
		press(label, userId, postAnnouncement(state.channels.openDirectMessages(userId).id));
	const reply = await pressIn(player.discordId);
	expect(reply).toMatchObject({ isEphemeral: true, isUpdate: false });
	expect(await readSignups()).toEqual([own('late')]);
	await submitNotes(await pressReply(reply, 'Add notes'), 'I bring cake');
	expect(await readNotes()).toBe('I bring cake');
	for (const userId of [noRole.discordId, stranger.discordId])
		expect((await pressIn(userId)).content).toContain('To join: <');
	state.fail({ route: 'GET /guilds/{guild_id}/members/{user_id}', status: 503, times: 1 });
	expect((await pressIn(player.discordId, 'Decline')).content).toContain('Please try again in a moment.');
	expect(await readSignups()).toEqual([own('late')]);
});

test('presses of one member are carried out in their order, and those of others meanwhile', async () => {
	const readMember = 'GET /guilds/{guild_id}/members/{user_id}';
	const direct = postAnnouncement(state.channels.openDirectMessages(player.discordId).id);
	state.delay({ route: readMember, ms: 2_000, times: 1 });
	const first = press('Late', player.discordId, direct);
	await expect.poll(() => state.countRequests(readMember)).toBe(1);
	const last = press('Decline');
	let isLastDone = false;
	void last.then(() => {
		isLastDone = true;
	});
	await press('Maybe', PERSONAS.secondPlayer.discordId);
	expect(isLastDone).toBe(false);
	expect((await first).content).toContain('Late.');
	expect((await last).content).toContain('Declined.');
	expect(await readSignups()).toContainEqual(own('declined'));
	// It is acknowledged while it waits.
	expect((await last).wasDeferred).toBe(true);
});

test('30 members who press four buttons at once end in their last one', { timeout: 90_000 }, async () => {
	// Discord's limit would only measure how fast the machine is.
	state.interactions.followUpMs = 60_000;
	const members = state.addMembers(30);
	const statusOf = (member: number, turn: number) =>
		BUTTON_STATUSES[(member + turn) % BUTTON_STATUSES.length] ?? 'late';
	const presses = [0, 1, 2, 3].flatMap((turn) =>
		members.map(({ discordId }, index) => press(QUICK_SIGNUP_LABELS[statusOf(index, turn)], discordId)),
	);
	for (const reply of await Promise.all(presses)) expect(reply.isEphemeral).toBe(true);
	const expected = members.map(({ discordId }, index) => ({
		discordId,
		status: statusOf(index, 3),
		source: 'botc_command',
	}));
	expect(await readSignups()).toEqual(expected.toSorted((a, b) => a.discordId.localeCompare(b.discordId)));
});

test('the buttons of an offer take the place, or pass it on', async () => {
	await event.update({ capacity: 1, date: new Date(Date.now() + 5 * HOUR_MS) });
	const holder = await createSignupRow({ eventId: event.id, place: 'placed', askedAt: new Date() });
	const user = await createMemberUser(player.discordId);
	const waiting = { place: 'waiting' as const, askedAt: new Date() };
	await createSignupRow({ eventId: event.id, userId: user.id, ...waiting });
	const components = [true, false].map((accept) => toPlaceButton(event.id, accept, accept ? 'Take' : 'Pass'));
	const message = state.channels.post(ANNOUNCEMENT_CHANNEL_ID, {
		content: 'x',
		components: [{ type: 1, components }],
	});
	expect((await press('Take', player.discordId, message.id)).content).toBe('No place is offered to you.');
	await holder.destroy();
	const taken = await press('Take', player.discordId, message.id);
	expect(taken.content).toContain('You have a place.');
	expect(taken.isEphemeral).toBe(true);
	// Twice is once.
	expect((await press('Take', player.discordId, message.id)).content).toContain('You have a place.');
	await press('Pass', player.discordId, message.id);
	expect(await Signup.findOne({ where: { userId: user.id } })).toMatchObject({
		place: 'offered',
		status: 'confirmed',
	});
});

test('a press of an announcement says that the member waits', async () => {
	await event.update({ capacity: 1 });
	await createSignupRow({ eventId: event.id, place: 'placed', askedAt: new Date() });
	expect((await press('Confirm')).content).toContain("You're number 1 on the waitlist.");
});
