import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { AuditEntry, ErasedId, Setting, User } from '~/database/models/index.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { COMMANDS, MESSAGE_MENUS } from '~/domain/discord/command.ts';
import { toPollButton } from '~/domain/discord/poll-messages.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/domain/limits.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { type Operation, perform } from '~/server/operations/kernel/operation.ts';
import { choosePollTime, createPoll, updatePoll, withdrawPoll } from '~/server/operations/polls/index.ts';
import { getErasedId } from '~/server/secrets.ts';
import { ANNOUNCEMENT_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import type { InteractionReply } from '~/tests/mocks/discord/interactions.ts';
import { clearTables } from '~/tests/support/database.ts';
import { useGateway } from './use-gateway.ts';

const { state, connect } = useGateway();
const { creator, player, secondPlayer, noRole } = PERSONAS;
const DENIED = "You don't have permission to do this.";

let author: User;
beforeEach(async () => {
	// Discord's limit of three seconds would only measure how fast the machine is.
	state.interactions.firstResponseMs = 20_000;
	await clearTables('polls', 'announcements', 'settings', 'audit_entries');
	author = await createUserRow({ discordId: creator.discordId, role: 'creator' });
	await connect();
	await expect.poll(() => state.interactions.commands.length).toBe(COMMANDS.length);
});

type Texts = Record<string, string>;
const press = (reply: InteractionReply, label: string, userId: string = creator.discordId) =>
	state.press({ userId, messageId: reply.messageId, label });
const listLabels = ({ components }: InteractionReply) =>
	components.flatMap(({ components: row = [] }) => row.map(({ label }) => label).filter(Boolean));
const listSelects = ({ components }: InteractionReply) =>
	components.flatMap(({ components: row = [] }) => row.filter(({ options }) => options));
const listLinks = ({ components }: InteractionReply) =>
	components.flatMap(({ components: row = [] }) => row.map(({ url }) => url));
const readDefaults = (reply: InteractionReply) =>
	Object.fromEntries(
		listSelects(reply).map(({ placeholder, options = [] }) => [
			placeholder,
			(options ?? []).filter((option) => option.default).map(({ value }) => value),
		]),
	);

describe('answering', () => {
	const FRIDAY = new Date('2031-12-05T01:30:00Z');
	const SATURDAY = new Date('2031-12-06T01:30:00Z');
	const ANSWER_BY = '2031-12-01T12:00:00Z';
	const run = <Param extends string, Schema extends z.ZodType, Result>(
		operation: Operation<Param, Schema, Result>,
		params: Record<Param, string>,
		body: object = {},
	): Promise<Result> =>
		perform(
			operation,
			{ actor: { id: author.id, role: author.role }, now: new Date() },
			{ params, read: () => body },
		);
	const toTimes = (...dates: Date[]) => dates.map((date) => ({ date: date.toISOString(), duration: 180 }));

	/** Creates a poll and returns it with the ids of its times by date, and the id of a message with its button. */
	async function post(channelId = ANNOUNCEMENT_CHANNEL_ID) {
		const body = { title: '*Autumn* Fair', times: toTimes(SATURDAY, FRIDAY), answer_by: ANSWER_BY };
		const poll = await run(createPoll, {}, body);
		const friday = poll.times.find(({ date }) => date === FRIDAY.toISOString())?.id ?? '';
		const saturday = poll.times.find(({ date }) => date === SATURDAY.toISOString())?.id ?? '';
		const components = [{ type: 1, components: [toPollButton(poll.id)] }];
		const { id: messageId } = state.channels.post(channelId, { content: 'A poll', components });
		return { pollId: poll.id, friday, saturday, messageId };
	}
	const open = (messageId: string, userId: string = player.discordId) =>
		state.press({ userId, messageId, label: 'When can you come?' });
	const choose = (
		reply: InteractionReply,
		placeholder: string,
		values: string[],
		userId: string = player.discordId,
	) => state.select({ userId, messageId: reply.messageId, placeholder, values });
	const listVotes = async () =>
		(
			await rows<{ text: string }>(
				`SELECT u.discord_id || ' ' || v.time_id || ' ' || v.answer || ' ' || v.source AS text
				FROM poll_votes v JOIN users u ON u.id = v.user_id ORDER BY u.id, v.time_id`,
				{},
			)
		).map(({ text }) => text);
	const own = (timeId: string, answer: string, userId: string = player.discordId) =>
		`${userId} ${timeId} ${answer} botc_command`;

	test('each choice in the two menus is saved at once, and shown only to the member', async () => {
		const { friday, saturday, messageId } = await post();
		let reply = await open(messageId);
		expect(reply).toMatchObject({ isEphemeral: true, isUpdate: false });
		expect(reply.content).toContain('**\\*Autumn\\* Fair**');
		expect(reply.content).toContain("You haven't answered yet.");
		expect(reply.content).toContain('Times in the menus: Eastern.');
		expect(listSelects(reply).map(({ options }) => options)).toEqual(
			['Yes', 'If need be'].map(() => [
				{
					value: friday,
					label: 'Thu, Dec 4, 8:30 PM',
					description: '0 yes, 0 if need be, 0 no',
					default: false,
				},
				{
					value: saturday,
					label: 'Fri, Dec 5, 8:30 PM',
					description: '0 yes, 0 if need be, 0 no',
					default: false,
				},
			]),
		);
		// Only looking creates no user.
		expect(await User.count()).toBe(1);

		reply = await choose(reply, 'Yes', [friday, saturday]);
		expect(reply).toMatchObject({ isUpdate: true });
		expect(await listVotes()).toEqual([own(friday, 'yes'), own(saturday, 'yes')].sort());
		expect(readDefaults(reply)).toEqual({ Yes: [friday, saturday], 'If need be': [] });
		reply = await choose(reply, 'If need be', [saturday]);
		expect(readDefaults(reply)).toEqual({ Yes: [friday], 'If need be': [saturday] });
		expect(reply.content).toContain(
			`Yes: <t:${FRIDAY.getTime() / 1_000}:F>\nIf need be: <t:${SATURDAY.getTime() / 1_000}:F>`,
		);
		reply = await choose(reply, 'Yes', []);
		expect(readDefaults(reply)).toEqual({ Yes: [], 'If need be': [saturday] });
		expect(await listVotes()).toEqual([own(friday, 'no'), own(saturday, 'if_needed')].sort());
		expect(listSelects(reply)[0]?.options?.[1]).toMatchObject({ description: '0 yes, 1 if need be, 0 no' });

		reply = await state.press({
			userId: player.discordId,
			messageId: reply.messageId,
			label: 'None of these',
		});
		expect(reply.content).toContain("You can't come at any of these times.");
		expect(await listVotes()).toEqual([own(friday, 'no'), own(saturday, 'no')].sort());
		expect(readDefaults(await open(messageId))).toEqual({ Yes: [], 'If need be': [] });
	});

	test('the same choice twice at once, and two members at once, are one answer each', async () => {
		const { friday, saturday, messageId } = await post();
		const first = await open(messageId);
		const second = await open(messageId, secondPlayer.discordId);
		const replies = await Promise.all([
			choose(first, 'Yes', [friday]),
			choose(first, 'Yes', [friday]),
			choose(second, 'If need be', [friday], secondPlayer.discordId),
		]);
		for (const reply of replies) expect(reply.content).toContain('Each choice is saved at once.');
		expect((await listVotes()).sort()).toEqual(
			[
				...[own(friday, 'yes'), own(saturday, 'no')],
				...[own(friday, 'if_needed', secondPlayer.discordId), own(saturday, 'no', secondPlayer.discordId)],
			].sort(),
		);
	});

	test('works in direct messages', async () => {
		const channel = state.channels.openDirectMessages(player.discordId);
		const { friday, saturday, messageId } = await post(channel.id);
		await choose(await open(messageId), 'Yes', [saturday]);
		expect(await listVotes()).toEqual([own(friday, 'no'), own(saturday, 'yes')].sort());
	});

	test('who is no member or was erased answers nothing, and nothing creates a user for a poll that is not there', async () => {
		const { friday, messageId } = await post();
		expect((await open(messageId, noRole.discordId)).content).toMatch(/^Game nights are for the members of/);
		const reply = await open(messageId);
		state.setRoles(player.discordId, []);
		expect((await choose(reply, 'Yes', [friday])).content).toMatch(/^Game nights are for the members of/);
		expect(
			(await state.press({ userId: creator.discordId, messageId, customId: 'poll:999999' })).content,
		).toBe('Poll not found');
		const forged = { userId: secondPlayer.discordId, messageId, customId: 'vote:999999:yes', values: ['1'] };
		expect((await state.select(forged)).content).toBe('Poll not found');
		await ErasedId.create({ discordIdHmac: getErasedId(secondPlayer.discordId) });
		const erased = await choose(
			await open(messageId, secondPlayer.discordId),
			'Yes',
			[friday],
			secondPlayer.discordId,
		);
		expect(erased.content).toContain('Your account was deleted.');
		expect([await listVotes(), await User.count()]).toEqual([[], 1]);
	});

	test('a poll that is over says so, without menus', async () => {
		const { pollId, friday, saturday, messageId } = await post();
		const stale = await open(messageId);
		const expectOver = async (text: string, address: string) => {
			for (const reply of [
				await choose(await restore(stale), 'Yes', [friday]),
				await state.press({
					userId: player.discordId,
					messageId: stale.messageId,
					customId: `vote:${pollId}:no`,
				}),
				await open(messageId),
			]) {
				expect(reply.content.split('\n').slice(1)).toEqual([text]);
				expect([listSelects(reply), listLinks(reply)]).toEqual([[], [`http://localhost:3000${address}`]]);
			}
			expect(await listVotes()).toEqual([]);
		};
		/** Shows the menus again that a refusal has removed, as another device may still do. */
		const restore = async (reply: InteractionReply) => {
			const message = state.channels.findMessage(reply.messageId);
			if (message) message.components = stale.components;
			return reply;
		};
		await execute("UPDATE polls SET answer_by = now() - interval '1 minute' WHERE id = :pollId", { pollId });
		await expectOver('The time to answer is over.', `/polls/${pollId}`);
		await run(withdrawPoll, { pollId });
		await expectOver('This poll was withdrawn.', `/polls/${pollId}`);
		await execute('UPDATE polls SET withdrawn_at = NULL WHERE id = :pollId', { pollId });
		await run(choosePollTime, { pollId }, { time_id: saturday });
		await expectOver('The date has been chosen.', `/events/${pollId}`);
	});

	test('a time that is no longer offered is refused, and the reply shows those that are', async () => {
		const { pollId, friday, saturday, messageId } = await post();
		const stale = await open(messageId);
		const sunday = new Date('2031-12-07T01:30:00Z');
		await run(updatePoll, { pollId }, { times: toTimes(SATURDAY, sunday) });
		const reply = await choose(stale, 'Yes', [friday, saturday]);
		expect(reply.content).toContain('This time is no longer offered.');
		expect(listSelects(reply)[0]?.options?.map(({ label }) => label)).toEqual([
			'Fri, Dec 5, 8:30 PM',
			'Sat, Dec 6, 8:30 PM',
		]);
		expect(await listVotes()).toEqual([]);
		expect((await choose(reply, 'Yes', [saturday])).content).not.toContain('no longer');
		expect(await listVotes()).toContain(own(saturday, 'yes'));
	});

	test('the menus of an event’s message do not take a poll for one', async () => {
		const { pollId, messageId } = await post();
		await rowsOf('announcements').insert({
			eventId: pollId,
			kind: 'poll',
			messageId,
			channelId: ANNOUNCEMENT_CHANNEL_ID,
		});
		for (const { name: command } of Object.values(MESSAGE_MENUS)) {
			const reply = await state.invokeOnMessage({ userId: creator.discordId, command, messageId });
			expect(reply.content).toBe('This works only on the message of an event.');
		}
	});
});

describe('/botc poll', () => {
	const invoke = (subcommand = 'poll', userId: string = creator.discordId) =>
		state.invokeCommand({ userId, command: 'botc', subcommand, options: {} as Texts });
	async function submit(opened: InteractionReply, values: Texts, userId: string = creator.discordId) {
		if (!opened.modal) throw new Error(`There is no modal but “${opened.content}”.`);
		return state.submitModal({ userId, modalId: opened.modal.id, values });
	}
	const readInputs = ({ modal }: InteractionReply) =>
		Object.fromEntries((modal?.inputs ?? []).map(({ customId, value }) => [customId, value]));
	const EMPTY = { title: '', times: '', answerBy: '', location: '', description: '' };
	const TYPED = {
		title: 'Autumn Fair',
		times: '2031-12-04 20:30\n\n2031-12-06 19:00 Berlin\n',
		answerBy: '2031-12-01 12:00',
		location: 'The Mill',
		description: 'Tea.',
	};
	const listPolls = () =>
		rows<{ title: string; answer_by: Date; timezone: string; dates: Date[] }>(
			`SELECT p.title, p.answer_by, p.timezone, array_agg(t.date ORDER BY t.date) AS dates
			FROM polls p JOIN poll_times t ON t.poll_id = p.id GROUP BY p.id ORDER BY p.id`,
			{},
		);

	test('shows the poll as its announcement before it is created, once', async () => {
		await Setting.create({ key: 'announcement_channel_id', value: ANNOUNCEMENT_CHANNEL_ID });
		const opened = await invoke();
		expect(readInputs(opened)).toEqual(EMPTY);
		const shown = await submit(opened, TYPED);
		expect(shown).toMatchObject({
			isEphemeral: true,
			content: 'Nothing is saved yet.',
			embeds: [{ title: 'Find a date: Autumn Fair', description: 'Tea.' }],
		});
		expect(JSON.stringify(shown.embeds)).toContain(
			['2031-12-05T01:30:00Z', '2031-12-06T18:00:00Z']
				.map((date) => `<t:${new Date(date).getTime() / 1_000}:F>`)
				.join('\\n'),
		);
		expect(listLabels(shown)).toEqual(['Create', 'Edit again']);
		expect(await listPolls()).toEqual([]);
		const draft = await one<{ id: string }>('SELECT id::text FROM event_drafts');
		const customId = `pollDraft:save:${draft?.id}`;
		const save = () => state.press({ userId: creator.discordId, messageId: shown.messageId, customId });
		const [created, again] = await Promise.all([save(), save()]);
		expect(again.content).toBe(created.content);
		expect((await save()).content).toBe(created.content);
		const answerBy = new Date('2031-12-01T17:00:00Z');
		expect(created.content).toBe(
			`The poll **Autumn Fair** is created. Players can answer until <t:${answerBy.getTime() / 1_000}:F>. On its page you choose the date.`,
		);
		expect([listLabels(created), created.embeds]).toEqual([['Open in Townbell'], []]);
		expect(await listPolls()).toEqual([
			{
				title: 'Autumn Fair',
				answer_by: answerBy,
				timezone: 'America/New_York',
				dates: [new Date('2031-12-05T01:30:00Z'), new Date('2031-12-06T18:00:00Z')],
			},
		]);
		expect(await rowsOf('announcements').count({ kind: 'poll', state: 'pending' })).toBe(1);
		expect(await AuditEntry.count({ where: { action: 'polls.create' } })).toBe(1);
		expect(readInputs(await invoke())).toEqual(EMPTY);
	});

	test('names the line of an error, and keeps what was typed, also after a restart', async () => {
		const typed = { ...TYPED, times: '2031-12-04 20:30\nsome day\n2031-12-04 20:30', answerBy: 'soon' };
		const refused = await submit(await invoke(), typed);
		expect(refused.content.split('\n')).toEqual([
			'This cannot be saved yet:',
			expect.stringMatching(/^Line 2: .*some day/),
			expect.stringMatching(/^Answer by: .*soon/),
		]);
		expect([listLabels(refused), refused.embeds]).toEqual([['Edit again'], []]);
		const again = await press(refused, 'Edit again');
		expect(readInputs(again)).toEqual(typed);
		expect(readInputs(await invoke())).toEqual(typed);
		// Neither command goes on with a draft of the other.
		expect(readInputs(await invoke('create'))).toMatchObject({ title: '' });
		const late = await submit(again, { times: typed.times.replace('some day', '2031-12-05 20:30') });
		expect(late).toMatchObject({ isUpdate: true });
		expect(late.content.split('\n')[1]).toMatch(/^Answer by: /);
		const twice = await submit(await press(late, 'Edit again'), { answerBy: '2031-12-04 21:00' });
		expect(twice.content.split('\n').slice(1)).toEqual(['Line 3: This time is offered twice']);
		const early = await submit(await press(twice, 'Edit again'), { times: '2031-12-04 20:30' });
		expect(early.content.split('\n').slice(1)).toEqual(['The answers must be due before the first time']);
		const whole = await submit(await press(early, 'Edit again'), { answerBy: TYPED.answerBy });
		await press(whole, 'Create');
		expect(await listPolls()).toHaveLength(1);
		await submit(await invoke(), { ...TYPED, title: 'Later' });
		await execute(`UPDATE event_drafts SET changed_at = changed_at - interval '16 minutes'`);
		expect(readInputs(await invoke())).toEqual(EMPTY);
	});

	test('creates the times that the preview has shown, and none that has passed since', async () => {
		const minutes = (date: Date) => Math.floor(date.getTime() / MINUTE_MS);
		const typed = { ...TYPED, times: 'in 3 hours', answerBy: 'in 2 hours' };
		const shown = await submit(await invoke(), typed);
		await execute(`UPDATE event_drafts SET changed_at = changed_at - interval '10 minutes'`);
		const expected = minutes(new Date(Date.now() + 3 * HOUR_MS)) - 10;
		await press(shown, 'Create');
		const [poll] = await listPolls();
		expect(Math.abs(minutes(poll?.dates[0] ?? new Date(0)) - expected)).toBeLessThanOrEqual(1);
		const late = await submit(await invoke(), typed);
		await execute(`UPDATE event_drafts SET changed_at = changed_at - interval '4 hours'`);
		const refused = await press(late, 'Create');
		expect(refused.content.split('\n')).toEqual([
			'This cannot be saved yet:',
			'Line 1: This time has passed.',
			'The answers must be due in the future',
		]);
		expect(await listPolls()).toHaveLength(1);
	});

	test('a draft is its creator’s, and of its own kind', async () => {
		const shown = await submit(await invoke(), TYPED);
		const draft = await one<{ id: string }>('SELECT id::text FROM event_drafts');
		const pressId = (customId: string, userId: string = creator.discordId) =>
			state.press({ userId, messageId: shown.messageId, customId });
		const gone =
			'This draft is no longer there. Please start again with /botc create, /botc edit or /botc poll.';
		expect((await pressId(`plan:save:${draft?.id}`)).content).toBe(gone);
		expect((await pressId(`plan:again:${draft?.id}`)).content).toBe(gone);
		await createUserRow({ discordId: secondPlayer.discordId, role: 'admin' });
		const own = await submit(await invoke('poll', secondPlayer.discordId), TYPED, secondPlayer.discordId);
		for (const step of ['save', 'again']) {
			const customId = `pollDraft:${step}:${draft?.id}`;
			const other = { userId: secondPlayer.discordId, messageId: own.messageId, customId };
			expect((await state.press(other)).content).toBe(gone);
		}
		await execute(`UPDATE users SET role = 'player' WHERE discord_id = :id`, { id: creator.discordId });
		expect((await pressId(`pollDraft:save:${draft?.id}`)).content).toBe(DENIED);
		await execute(`UPDATE users SET role = 'creator' WHERE discord_id = :id`, { id: creator.discordId });
		await execute('UPDATE event_drafts SET changed_at = :old', { old: new Date(Date.now() - 2 * DAY_MS) });
		expect((await pressId(`pollDraft:save:${draft?.id}`)).content).toBe(gone);
		expect(await listPolls()).toEqual([]);
	});
});
