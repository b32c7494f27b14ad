import { beforeEach, expect, test, vi } from 'vitest';
import { database } from '~/database/connection.ts';
import { Event, Setting, Signup, User } from '~/database/models/index.ts';
import { BUTTON_STATUSES } from '~/domain/discord/announcement.ts';
import { COMMANDS } from '~/domain/discord/command.ts';
import { DAY_MS, MINUTE_MS } from '~/domain/limits.ts';
import { QUICK_SIGNUP_LABELS, type SignupStatus, STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { describeError, log } from '~/server/log.ts';
import { findEventMessage } from '~/server/operations/announcements/find-event-message.ts';
import { announceNext } from '~/server/operations/announcements/index.ts';
import { sendNextMessage } from '~/server/operations/direct-messages/index.ts';
import { createEvent } from '~/server/operations/events/index.ts';
import { postGroups } from '~/server/operations/groups/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { escapeHtml } from '~/tests/mocks/discord/authorize-page.ts';
import { ANNOUNCEMENT_CHANNEL_ID, TEXT_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import type { StandInUser } from '~/tests/mocks/discord/state.ts';
import { listStoredSignups, useGateway } from './use-gateway.ts';

/** The whole way of a signup on Discord: the posted message, a press through the gateway, and the edited message. */
const discord = useGateway();
const { state, gateway, connect } = discord;
const EDIT = 'PATCH /channels/{channel_id}/messages/{message_id}';
const FIRST_RESPONSE = 'POST /interactions/{interaction_id}/{interaction_token}/callback';

/** The clock of the announcements. */
let nowMs = 0;
beforeEach(async () => {
	// Discord's limit of three seconds would only measure how fast the machine is.
	state.interactions.firstResponseMs = 20_000;
	await rowsOf('announcements').delete();
	await Setting.upsert({ key: 'announcement_channel_id', value: ANNOUNCEMENT_CHANNEL_ID });
	nowMs = Date.now();
	await connect();
});

/** Writes all announcements that are due after some time. */
async function announceAfter(milliseconds: number): Promise<void> {
	nowMs += milliseconds;
	while (await announceNext({ now: () => new Date(nowMs) }));
}

/** Creates an event and posts it. */
async function createAnnouncedEvent(changes: Record<string, unknown> = {}): Promise<string> {
	const { id, role } = await createUserRow({ role: 'creator' });
	const date = new Date(nowMs + DAY_MS).toISOString();
	const body = { title: 'Friday Blood', date, timezone: 'UTC', createDiscordEvent: false, ...changes };
	const context = { actor: { id, role }, now: new Date(nowMs) };
	const event = await perform(createEvent, context, { read: () => body });
	await announceAfter(0);
	return event.id;
}

function readMessage() {
	const messages = state.channels.listMessages(ANNOUNCEMENT_CHANNEL_ID);
	const [message, ...others] = messages.filter(({ embeds }) => embeds.length > 0);
	if (!message || others.length > 0) throw new Error('There is not exactly one announcement.');
	return message;
}
const press = ({ discordId: userId }: Pick<StandInUser, 'discordId'>, label: string) =>
	state.press({ userId, messageId: readMessage().id, label });

const chooseStatus = (index: number): SignupStatus =>
	BUTTON_STATUSES[index % BUTTON_STATUSES.length] ?? 'late';
/** Each member presses a button, twenty a second, while the message is being written. */
async function pressAll(members: readonly StandInUser[]): Promise<string[]> {
	const replies: string[] = [];
	for (let start = 0; start < members.length; start += 20) {
		const second = members.slice(start, start + 20);
		const [, ...contents] = await Promise.all([
			announceAfter(1_000),
			...second.map(async (member, index) => (await press(member, toLabel(start + index))).content),
		]);
		replies.push(...contents);
	}
	return replies;
}
const toLabel = (index: number) => QUICK_SIGNUP_LABELS[chooseStatus(index)];

/** Expects that the message shows the signups as they are stored, and returns the names of its fields. */
async function readCurrentFields(eventId: string): Promise<string[]> {
	const { content } = (await findEventMessage({ event_id: eventId })) ?? {};
	const [embed] = content?.embeds ?? [];
	expect(readMessage().embeds[0]?.fields).toEqual(embed?.fields);
	return embed?.fields.map(({ name }) => name) ?? [];
}

async function expectEveryPress(eventId: string): Promise<void> {
	const stored = await listStoredSignups(eventId);
	expect(stored).toHaveLength(200);
	for (const status of BUTTON_STATUSES)
		expect(stored.filter((signup) => signup.status === status)).toHaveLength(50);
	const counts = BUTTON_STATUSES.map((status) => `${STATUS_LABELS[status]} (50)`);
	expect(await readCurrentFields(eventId)).toEqual(expect.arrayContaining(counts));
}

test('200 members press within ten seconds: no press is lost, and at most five edits, the last one correct', async () => {
	const eventId = await createAnnouncedEvent();
	const replies = await pressAll(state.addMembers(200));
	expect(replies.every((content) => content.startsWith('Your signup for'))).toBe(true);
	// The worker looks once a second, so the last press shows at most four seconds later; members may wait five.
	await announceAfter(3_000);
	await expectEveryPress(eventId);
	expect(state.countRequests(EDIT)).toBeLessThanOrEqual(5);
	// Nothing is left to do.
	await announceAfter(60_000);
	expect(state.countRequests(EDIT)).toBeLessThanOrEqual(5);
});

test('200 members press while Discord is down for an hour in between: the final message is correct', async () => {
	const eventId = await createAnnouncedEvent();
	const members = state.addMembers(200);
	await pressAll(members.slice(0, 100));
	state.fail({ route: '*', status: 503 });
	state.interactions.firstResponseMs = 100;
	const refused = await Promise.allSettled([pressAll(members.slice(100, 120))]);
	expect(refused).toMatchObject([{ status: 'rejected' }]);
	// The presses arrived; only their replies did not.
	await expect.poll(() => listStoredSignups(eventId)).toHaveLength(120);
	gateway.isDown = true;
	gateway.dropAll();
	for (let minute = 0; minute < 60; minute += 1) await announceAfter(MINUTE_MS);
	gateway.isDown = false;
	state.recover();
	await announceAfter(MINUTE_MS);
	expect(await readCurrentFields(eventId)).toContain('Declined (30)');
	await expect.poll(() => gateway.sessions.length, { timeout: 20_000 }).toBe(1);
	state.interactions.firstResponseMs = 20_000;
	await pressAll(members.slice(120));
	await announceAfter(MINUTE_MS);
	await expectEveryPress(eventId);
});

const PLAYER = PERSONAS.player.discordId;
const HOSTILE = `@everyone <@${PLAYER}> <@&${DEMO_GUILD.requiredRoleId}> **bold** [here](https://evil.example) https://evil.example/x`;
const HOSTILE_NAME = `@everyone <@${PLAYER}> **bold** [x](https://evil.example)`;
const HOSTILE_LINES = `# Big\n> quote\n- item\n@here ~~struck~~ \`code\` ||spoiler|| _thin_\n${HOSTILE}`;
const NOTES = `Allergic to cats ${HOSTILE}`;

/** The channel of the announcement, and that of the commands. */
const CHANNELS = [ANNOUNCEMENT_CHANNEL_ID, TEXT_CHANNEL_ID];

/** Returns what a member sees of a channel, as Discord's client renders it. */
async function readChannelPage(channelId: string, userId: string): Promise<string> {
	const response = await fetch(`${discord.url()}/channels/${channelId}?as=${userId}`);
	const [, html = ''] = /<main>([\s\S]*)<\/main>/.exec(await response.text()) ?? [];
	// Our texts break “@everyone” with an invisible character.
	return html.replaceAll('\u200b', '');
}

test('hostile texts come out as typed and notify no one, and only the owner’s modal holds notes', async () => {
	const logged: unknown[] = [];
	for (const level of ['info', 'warn', 'error'] as const) {
		vi.spyOn(log(), level).mockImplementation((...line: unknown[]) => void logged.push(line));
	}
	const storyteller = await createUserRow({ preferredUsername: `Wren ${HOSTILE_NAME}`, role: 'storyteller' });
	const eventId = await createAnnouncedEvent({
		title: HOSTILE,
		description: HOSTILE_LINES,
		location: `Mill ${HOSTILE}`,
		storytellerIds: [storyteller.id],
	});
	state.setNickname(PLAYER, `Moss ${HOSTILE_NAME}`);

	const reply = await press(PERSONAS.player, 'Late');
	const opened = await state.press({ userId: PLAYER, messageId: reply.messageId, label: 'Add notes' });
	const submit = () =>
		state.submitModal({ userId: PLAYER, modalId: opened.modal?.id ?? '', values: { notes: NOTES } });
	await submit();
	const again = await state.press({ userId: PLAYER, messageId: reply.messageId, label: 'Add notes' });
	expect(again.modal?.inputs[0]?.value).toBe(NOTES);
	const { id: userId } = await User.findOne({ where: { discordId: PLAYER }, rejectOnEmpty: true });
	const group = await rowsOf('groups').insert({
		eventId,
		clientId: 'a',
		name: HOSTILE_NAME,
		position: 0,
		storytellerId: storyteller.id,
	});
	await rowsOf('group_players').insert({ groupId: group.id, eventId, userId, position: 0 });
	await expect.poll(() => state.interactions.commands.length).toBe(COMMANDS.length);
	const invoke = (subcommand: string, options: Record<string, string> = {}) =>
		state.invokeCommand({ userId: PLAYER, command: 'botc', subcommand, options });
	const commandReplies = [
		await invoke('next'),
		await invoke('events'),
		await invoke('groups'),
		await invoke('signup', { status: 'tentative', notes: NOTES }),
		await invoke('signup', { event: '@everyone **nothing** <@1>' }),
	];
	const hasSeat = commandReplies.map(({ content }) => content.includes('You are in'));
	expect(hasSeat).toEqual([true, false, true, false, false]);
	await announceAfter(3_000);
	const { date } = await Event.findByPk(eventId, { rejectOnEmpty: true });
	const [now, eventDate] = [new Date(nowMs), date];
	await rowsOf('direct_messages').insert({
		userId,
		eventId,
		kind: 'moved',
		eventDate,
		dueAt: now,
		createdAt: now,
	});
	expect(await sendNextMessage({ now: () => now })).toBe(true);
	const channelIds = [...CHANNELS, state.channels.openDirectMessages(PLAYER).id];
	expect(state.channels.listMessages(channelIds[2] ?? '')).toHaveLength(1);

	for (const viewer of [PLAYER, PERSONAS.secondPlayer.discordId]) {
		for (const message of channelIds.flatMap((id) => state.channels.listMessages(id, viewer))) {
			expect(message).toMatchObject({
				mentionsEveryone: false,
				mentionedUserIds: [],
				mentionedRoleIds: [],
			});
			expect(JSON.stringify(message)).not.toContain('cats');
		}
		const html = (await Promise.all(channelIds.map((id) => readChannelPage(id, viewer)))).join('\n');
		for (const text of [
			HOSTILE,
			HOSTILE_LINES,
			`Mill ${HOSTILE}`,
			`Wren ${HOSTILE_NAME}`,
			`Moss ${HOSTILE_NAME}`,
		])
			expect(html).toContain(escapeHtml(text));
		expect(html).not.toMatch(/class="mention"|<code>|<s>|<i>|<b>bold|href="https?:\/\/evil/);
		expect(html).not.toContain('cats');
	}

	// A group post mentions its players and its storyteller by their ids, and no one else. Only members are notified.
	const actor = { id: storyteller.id, role: 'creator' } as const;
	await perform(postGroups, { actor, now: new Date(nowMs) }, { params: { eventId } });
	await announceAfter(3_000);
	const posted = state.channels.listMessages(ANNOUNCEMENT_CHANNEL_ID).at(-1);
	expect(posted).toMatchObject({
		mentionsEveryone: false,
		mentionedUserIds: [PLAYER],
		mentionedRoleIds: [],
	});
	const html = await readChannelPage(ANNOUNCEMENT_CHANNEL_ID, PERSONAS.secondPlayer.discordId);
	expect(html).toContain(escapeHtml(`Groups for ${HOSTILE}`));
	expect(html.match(/class="mention"/g)).toHaveLength(2);

	// What goes wrong is logged without what was typed.
	state.fail({ route: FIRST_RESPONSE, status: 500, times: 1 });
	state.interactions.firstResponseMs = 500;
	await expect(submit()).rejects.toThrow('did not respond');
	state.interactions.firstResponseMs = 20_000;
	state.fail({ route: EDIT, status: 403, times: 1 });
	await press(PERSONAS.secondPlayer, 'Confirm');
	await announceAfter(3_000);
	await database().query("ALTER TABLE signups ADD CONSTRAINT no_notes CHECK (notes = 'none') NOT VALID");
	try {
		expect((await submit()).content).toContain('Something went wrong on our side.');
	} finally {
		await database().query('ALTER TABLE signups DROP CONSTRAINT no_notes');
	}
	const lines = JSON.stringify(logged, (_, value) => (value instanceof Error ? describeError(value) : value));
	for (const text of ['reply not delivered', 'did not accept a message', 'interaction failed'])
		expect(lines).toContain(text);
	expect(lines).not.toMatch(/cats|evil|everyone|Moss|Wren|Mill/);
	expect((await Signup.findOne({ rejectOnEmpty: true, where: { eventId, notes: NOTES } })).status).toBe(
		'tentative',
	);
});
