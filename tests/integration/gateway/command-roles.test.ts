import { beforeEach, expect, test } from 'vitest';
import { BOTC_COMMAND, MESSAGE_MENUS, SIGN_UP_MENU } from '~/domain/discord/command.ts';
import { DAY_MS } from '~/domain/limits.ts';
import type { Role } from '~/domain/users/roles.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { ANNOUNCEMENT_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import { useGateway } from './use-gateway.ts';

const { state, connect } = useGateway();

/** Who may do what on Discord: each entry of the commands by role. */
const ENTRIES: Record<string, 'members' | 'creators'> = {
	'/botc next': 'members',
	'/botc events': 'members',
	'/botc groups': 'members',
	'/botc signup': 'members',
	'/botc leave': 'members',
	'/botc create': 'creators',
	'/botc edit': 'creators',
	'/botc cancel': 'creators',
	'/botc poll': 'creators',
	'/botc series': 'creators',
	'Edit event': 'creators',
	'Who has not signed up': 'creators',
	// A storyteller may write to a group that they lead, and leads none here (message-players.test.ts).
	'Message the players': 'creators',
	'Sign up for…': 'creators',
};
/** The same of the buttons and menus of polls, by their custom ids. */
const COMPONENTS: Record<string, 'members' | 'creators'> = {
	poll: 'members',
	'vote:yes': 'members',
	'vote:no': 'members',
	'pollDraft:again': 'creators',
	'pollDraft:save': 'creators',
};
const ROLES = {
	'no role': null,
	player: 'player',
	storyteller: 'storyteller',
	creator: 'creator',
	admin: 'admin',
} as const satisfies Record<string, Role | null>;
const MENUS = Object.values(MESSAGE_MENUS).map(({ name }) => name);

beforeEach(() => {
	// Discord's limit of three seconds would only measure how fast the machine is.
	state.interactions.firstResponseMs = 20_000;
});

test('the table has every command and menu', () => {
	const subcommands = BOTC_COMMAND.options.map(({ name }) => `/botc ${name}`);
	expect(Object.keys(ENTRIES)).toEqual([...subcommands, ...MENUS, SIGN_UP_MENU.name]);
});

test.each(Object.keys(ROLES) as (keyof typeof ROLES)[])('commands, menus and buttons as %s', async (who) => {
	const role = ROLES[who];
	const { discordId: userId } = role === null ? PERSONAS.noRole : PERSONAS.player;
	await createUserRow({ discordId: userId, role: role ?? 'player' });
	const event = await createEventRow({ title: 'Fog', date: new Date(Date.now() + DAY_MS) });
	const { id: messageId } = state.channels.post(ANNOUNCEMENT_CHANNEL_ID, { content: 'An event' });
	await rowsOf('announcements').insert({
		eventId: event.id,
		messageId,
		channelId: ANNOUNCEMENT_CHANNEL_ID,
	});
	const { id: pollId } = await rowsOf('polls').insert({
		title: 'Fair',
		timezone: 'UTC',
		answerBy: new Date(Date.now() + DAY_MS),
		createdAt: new Date(),
	});
	const { id: timeId } = await rowsOf('poll_times').insert({
		pollId,
		date: new Date(Date.now() + 2 * DAY_MS),
		duration: 180,
	});
	await connect();
	await expect.poll(() => state.interactions.commands.length).toBe(5);
	const invoke = (entry: string) => {
		const [kind, step] = entry.split(':');
		if (entry === 'vote:yes')
			return state.select({ userId, messageId, customId: `vote:${pollId}:yes`, values: [timeId] });
		if (entry in COMPONENTS) {
			const customId = kind === 'pollDraft' ? `${entry}:1` : [kind, pollId, step].filter(Boolean).join(':');
			return state.press({ userId, messageId, customId });
		}
		if (MENUS.includes(entry as never)) return state.invokeOnMessage({ userId, command: entry, messageId });
		if (entry === SIGN_UP_MENU.name)
			return state.invokeOnUser({ userId, command: entry, targetId: PERSONAS.creator.discordId });
		const subcommand = entry.split(' ')[1] ?? '';
		const options: Record<string, string> = subcommand === 'cancel' ? { event: 'Fog' } : {};
		return state.invokeCommand({ userId, command: 'botc', subcommand, options });
	};
	const found: Record<string, string> = {};
	const expected: Record<string, string> = {};
	for (const [entry, allowed] of [...Object.entries(ENTRIES), ...Object.entries(COMPONENTS)]) {
		const { content, isEphemeral, modal } = await invoke(entry);
		found[entry] = content.startsWith('Game nights are for the members of')
			? 'no member'
			: content === "You don't have permission to do this."
				? 'denied'
				: 'allowed';
		if (!modal) expect(isEphemeral, entry).toBe(true);
		const isAllowed = allowed === 'members' || role === 'creator' || role === 'admin';
		expected[entry] = role === null ? 'no member' : isAllowed ? 'allowed' : 'denied';
	}
	expect(found).toEqual(expected);
	expect(await rowsOf('poll_votes').count({ pollId })).toBe(role === null ? 0 : 1);
});
