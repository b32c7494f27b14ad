import { beforeEach, expect, test } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import { AuditEntry, type Event, Signup, User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { COMMANDS, SIGN_UP_MENU } from '~/domain/discord/command.ts';
import { DAY_MS } from '~/domain/limits.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { eraseUser } from '~/server/operations/users/erase-user.ts';
import type { InteractionReply } from '~/tests/mocks/discord/interactions.ts';
import { useGateway } from './use-gateway.ts';

const discord = useGateway();
const { state, connect } = discord;
const { creator, player, noRole, stranger } = PERSONAS;
const userId: string = creator.discordId;
let event: Event;

beforeEach(async () => {
	// Discord's limit of three seconds would only measure how fast the machine is.
	state.interactions.firstResponseMs = 20_000;
	await createUserRow({ discordId: userId, role: 'creator', username: 'priya' });
	await createEventRow({ title: 'Rain', date: new Date(Date.now() - DAY_MS / 48), status: 'cancelled' });
	event = await createEventRow({ title: 'Fog', date: new Date(Date.now() + DAY_MS) });
	await connect();
	await expect.poll(() => state.interactions.commands.length).toBe(COMMANDS.length);
});

const open = (targetId: string = player.discordId, by = userId) =>
	state.invokeOnUser({ userId: by, command: SIGN_UP_MENU.name, targetId });
const press = (reply: InteractionReply, label: string) =>
	state.press({ userId, messageId: reply.messageId, label });
const choose = (reply: InteractionReply, placeholder: string, value: string) =>
	state.select({ userId, messageId: reply.messageId, placeholder, values: [value] });
const listDefaults = ({ components }: InteractionReply) =>
	components.flatMap(({ components: row = [] }) =>
		row.flatMap(({ options = [] }) => (options ?? []).filter((one) => one.default).map(({ value }) => value)),
	);
const listLabels = ({ components }: InteractionReply) =>
	components.flatMap(({ components: row = [] }) => row.map(({ label }) => label).filter(Boolean));

test('signs up a member who never signed in, for the chosen event with the chosen status, once', async () => {
	const later = await createEventRow({ title: 'Mist', date: new Date(Date.now() + 2 * DAY_MS) });
	let shown = await open();
	expect([shown.isEphemeral, shown.content]).toEqual([
		true,
		`Sign up <@${player.discordId}>. Nothing is saved yet.`,
	]);
	expect(listDefaults(shown)).toEqual([event.id, 'confirmed']);
	shown = await choose(shown, 'Event', later.id);
	shown = await choose(shown, 'Status', 'late');
	expect([shown.isUpdate, listDefaults(shown)]).toEqual([true, [later.id, 'late']]);
	expect([await User.count(), await Signup.count()]).toEqual([1, 0]);
	const customId = `add:save:${player.discordId}:${later.id}:late`;
	const save = () => state.press({ userId, messageId: shown.messageId, customId });
	const [saved, again] = await Promise.all([save(), save()]);
	const [first = '', title] = saved.content.split('\n');
	expect([first, title]).toEqual([expect.stringMatching(/^\*\*.+\*\*'s signup was saved: Late\.$/), 'Mist']);
	expect(again.content).toContain(', as before');
	expect(listLabels(saved)).toEqual(['Open in Townbell']);
	const user = await User.findOne({ where: { discordId: player.discordId }, rejectOnEmpty: true });
	expect(user).toMatchObject({ role: 'player', firstSignedInAt: null });
	expect(await Signup.findAll()).toMatchObject([
		{ eventId: later.id, userId: user.id, status: 'late', signupSource: 'botc_command', linkedAt: null },
	]);
	expect(await AuditEntry.count({ where: { action: 'signups.add' } })).toBe(1);
	expect(await rowsOf('direct_messages').count({ kind: 'signed_up' })).toBe(1);
});

test('changes the signup of a member with a note, and says what it was', async () => {
	const { id } = await createUserRow({ discordId: player.discordId, preferredUsername: 'juniper' });
	await createSignupRow({ eventId: event.id, userId: id, status: 'tentative', notes: 'Maybe' });
	await execute('UPDATE users SET membership_lost_at = now() WHERE id = :id', { id });
	const shown = await choose(await open(), 'Status', 'confirmed');
	const { modal } = await press(shown, 'With a note');
	expect(modal?.inputs).toMatchObject([{ customId: 'notes', value: 'Maybe' }]);
	const values = { notes: 'Brings cake' };
	const saved = await state.submitModal({ userId, modalId: modal?.id ?? '', values });
	expect(saved.content).toBe("**juniper**'s signup was changed from Tentative to Confirmed.\nFog");
	expect(await Signup.findOne()).toMatchObject({
		status: 'confirmed',
		notes: 'Brings cake',
		signupSource: 'botc_command',
	});
	expect(await User.findByPk(id)).toMatchObject({ membershipLostAt: null });
});

test.each<[string, string, string, string]>([
	['to a player', player.discordId, player.discordId, "You don't have permission to do this."],
	['to someone without the role', player.discordId, noRole.discordId, 'Game nights are for the members of'],
	['for a bot', DEMO_GUILD.botUserId, userId, "Bots can't be signed up."],
	['for someone who is no member', stranger.discordId, userId, 'Only members of this server'],
	['for a member without the role', noRole.discordId, userId, 'Only members of this server'],
])('is refused %s', async (_, targetId, by, text) => {
	const reply = await open(targetId, by);
	expect([reply.isEphemeral, reply.content.slice(0, text.length)]).toEqual([true, text]);
	expect([reply.components, await User.count()]).toEqual([[], 1]);
});

test('what changed before it is saved is said, and nothing is saved', async () => {
	const shown = await open();
	const customId = `add:save:${player.discordId}:${event.id}:late`;
	const save = async () => (await state.press({ userId, messageId: shown.messageId, customId })).content;
	const member = state.getUser(player.discordId);
	const { member: membership } = member;
	member.member = null;
	expect(await save()).toContain('Only members of this server');
	member.member = membership;
	const { id } = await createUserRow({ discordId: player.discordId });
	await inTransaction((transaction) => eraseUser(id, transaction, new Date()));
	expect(await save()).toContain('deleted their account');
	await execute(`UPDATE users SET role = 'player'`);
	expect(await save()).toBe("You don't have permission to do this.");
	await execute(`UPDATE users SET role = 'creator'`);
	await event.update({ status: 'cancelled' });
	await rowsOf('erased_ids').delete();
	expect(await save()).toBe('This event was cancelled, so signups are closed.');
	await event.destroy();
	expect(await save()).toBe('This event was deleted.');
	expect((await press(shown, 'With a note')).content).toBe('This event was deleted.');
	expect(await Signup.count()).toBe(0);
	expect((await press(await reopen(), 'Sign up')).content).toMatch(/was saved: Confirmed/);
});

const reopen = async () => {
	await createEventRow({ title: 'Fog', date: new Date(Date.now() + DAY_MS) });
	return open();
};

test('without an event it says so', async () => {
	await event.destroy();
	expect((await open()).content).toBe('No games are planned yet.');
});
