import { beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry, type Event, Signup } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { BOARD_TEXTS } from '~/domain/groups/texts.ts';
import { DAY_MS, SCRIPT_LIMITS } from '~/domain/limits.ts';
import { SCRIPT_TEXTS } from '~/domain/scripts/script.ts';
import type { Role } from '~/domain/users/roles.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { undoChange } from '~/server/operations/admin/index.ts';
import { readEventPage } from '~/server/operations/event-page/index.ts';
import { deleteEvent } from '~/server/operations/events/index.ts';
import { editGroups, readGroups, readTable, saveGroups } from '~/server/operations/groups/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import {
	addScript,
	askForScripts,
	deleteScript,
	listScripts,
	readLibrary,
	readScriptQuestion,
	saveScriptVotes,
} from '~/server/operations/scripts/index.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-15T12:00:00Z');
type Actor = { id: string; role: Role };
const CHARACTERS = ['washerwoman', 'empath', 'butler', 'poisoner', 'imp'];
const toFile = (name: string) => JSON.stringify([{ id: '_meta', name, author: 'Ada' }, ...CHARACTERS]);

let creator: Actor;
let teller: Actor;
let player: Actor;
let event: Event;
beforeEach(async () => {
	await clearTables('scripts');
	await AuditEntry.destroy({ where: {} });
	const create = async (role: Role) => ({ id: (await createUserRow({ role })).id, role });
	[creator, teller, player] = await Promise.all([create('creator'), create('storyteller'), create('player')]);
	event = await createEventRow();
});

const add = (actor: Actor, name: string) =>
	perform(addScript, { actor, now }, { read: () => ({ json: toFile(name) }) });
const remove = (actor: Actor, scriptId: string) =>
	perform(deleteScript, { actor, now }, { params: { scriptId } });
const list = async () => (await perform(listScripts, { actor: player, now })).map(({ name }) => name);
const save = (groups: object[]) =>
	perform(saveGroups, { actor: creator, now }, { params: { eventId: event.id }, read: () => ({ groups }) });
const toGroup = (scriptId?: string | null) => ({ id: 'a', name: 'Owls', players: [], scriptId });

describe('the library', () => {
	test('has the base editions and what storytellers added, by name', async () => {
		await add(teller, 'moonlight');
		await add(creator, 'Dawn');
		expect(await list()).toEqual([
			'Trouble Brewing',
			'Bad Moon Rising',
			'Sects & Violets',
			'Dawn',
			'moonlight',
		]);
		const [entry] = await AuditEntry.findAll({ where: { action: 'scripts.add' }, order: ['id'] });
		expect(entry).toMatchObject({ actorId: teller.id, subjectType: 'script' });
	});

	test('a file that it has is returned and not added again, also at the same moment', async () => {
		const [one, two] = await Promise.all([add(teller, 'Dawn'), add(creator, 'Dawn')]);
		expect(two).toEqual(one);
		expect(await add(creator, 'Dawn')).toEqual(one);
		expect(await rowsOf('scripts').count()).toBe(1);
	});

	test('a file that breaks the schema is refused with the place, and nothing is written', async () => {
		const read = () => ({ json: JSON.stringify([...CHARACTERS, 7]), name: 'Ours' });
		await expect(perform(addScript, { actor: teller, now }, { read })).rejects.toMatchObject({
			kind: 'invalid',
			fields: { json: ['Entry 6 must be a character’s id, or an object with an id'] },
		});
		const nameless = () => ({ json: JSON.stringify(CHARACTERS), name: ' ' });
		await expect(perform(addScript, { actor: teller, now }, { read: nameless })).rejects.toMatchObject({
			fields: { name: [SCRIPT_TEXTS.noName] },
		});
		expect([await rowsOf('scripts').count(), await AuditEntry.count()]).toEqual([0, 0]);
	});

	test('a full library is refused', async () => {
		await execute(
			`INSERT INTO scripts (name, characters, file, created_at)
			SELECT 'n', '[]', n::text, now() FROM generate_series(1, ${SCRIPT_LIMITS.scripts - 1}) n`,
		);
		await add(teller, 'Last');
		await expect(add(teller, 'Another')).rejects.toMatchObject({
			kind: 'conflict',
			message: SCRIPT_TEXTS.full,
		});
		expect(await rowsOf('scripts').count()).toBe(SCRIPT_LIMITS.scripts);
		await add(teller, 'Last');
	});

	test('players cannot add, storytellers remove only their own', async () => {
		await expect(add(player, 'Mine')).rejects.toMatchObject({ kind: 'denied' });
		const [own, other] = [await add(teller, 'Own'), await add(creator, 'Other')];
		await expect(remove(teller, other.id)).rejects.toMatchObject({ kind: 'denied' });
		await expect(remove(player, other.id)).rejects.toMatchObject({ kind: 'denied' });
		await expect(remove(creator, 'tb')).rejects.toMatchObject({ kind: 'conflict' });
		await expect(remove(creator, '999')).rejects.toMatchObject({ kind: 'missing' });
		const library = await perform(readLibrary, { actor: teller, now });
		expect([library.canAdd, library.scripts.map(({ canDelete }) => canDelete)]).toEqual([
			true,
			[false, true],
		]);
		await remove(teller, own.id);
		await remove(creator, other.id);
		expect(await rowsOf('scripts').count()).toBe(0);
	});
});

describe('the script of a group', () => {
	test('is saved, kept when a client leaves it out, and shown with its characters', async () => {
		const { id } = await add(teller, 'Dawn');
		await save([toGroup(id), { ...toGroup('snv'), id: 'b' }]);
		const saved = await save([toGroup(), { ...toGroup(), id: 'b' }]);
		expect(saved.groups.map(({ scriptId }) => scriptId)).toEqual([id, 'snv']);
		const page = await perform(readEventPage, { actor: player, now }, { params: { eventId: event.id } });
		expect(page.groups).toMatchObject({
			scripts: [
				{ id: 'snv', name: 'Sects & Violets', characters: [] },
				{
					id,
					name: 'Dawn',
					author: 'Ada',
					characters: CHARACTERS.map((character) => ({ id: character, team: null })),
				},
			],
			scriptChoices: [],
		});
		const table = await perform(
			readTable,
			{ actor: creator, now },
			{ params: { eventId: event.id, groupId: 'a' } },
		);
		expect(table.state).toMatchObject({
			edition: { name: 'Dawn' },
			roles: CHARACTERS.map((character) => ({ id: character })),
		});
		await save([toGroup(null), { ...toGroup('tb'), id: 'b' }]);
		const { groups } = await perform(readGroups, { actor: player, now }, { params: { eventId: event.id } });
		expect(groups.map(({ scriptId }) => scriptId)).toEqual([null, 'tb']);
	});

	test('is chosen by one step', async () => {
		const { id } = await add(teller, 'Dawn');
		await save([toGroup()]);
		const choose = (scriptId: string) =>
			perform(
				editGroups,
				{ actor: creator, now },
				{
					params: { eventId: event.id },
					read: () => ({ command: { type: 'changeGroup', groupId: 'a', scriptId } }),
				},
			);
		expect((await choose(id)).groups).toMatchObject([{ scriptId: id }]);
		expect((await choose('')).groups).toMatchObject([{ scriptId: null }]);
		await expect(choose('999')).rejects.toMatchObject({ kind: 'invalid' });
	});

	test('an unknown one is refused with its field', async () => {
		for (const scriptId of ['999', 'xyz', 'constructor'])
			await expect(save([toGroup(scriptId)])).rejects.toMatchObject({
				kind: 'invalid',
				fields: { 'groups.0.scriptId': [BOARD_TEXTS.unknownScript] },
			});
		expect(await rowsOf('groups').count({ eventId: event.id })).toBe(0);
	});

	test('is gone when it is removed from the library, also after an undo of a save', async () => {
		const { id } = await add(teller, 'Dawn');
		await createSignupRow({ eventId: event.id, userId: player.id });
		await save([{ ...toGroup(id), players: [player.id] }]);
		await save([toGroup(id)]);
		const entry = await AuditEntry.findOne({ where: { action: 'groups.save' }, order: [['id', 'DESC']] });
		await remove(teller, id);
		expect(await rowsOf('groups').find({ eventId: event.id })).toMatchObject({ scriptId: null });
		await perform(undoChange, { actor: creator, now }, { params: { entryId: String(entry?.id) } });
		expect(await rowsOf('group_players').count({ eventId: event.id })).toBe(1);
		expect(await rowsOf('groups').find({ eventId: event.id })).toMatchObject({ scriptId: null });
	});
});

describe('which script the players would like', () => {
	const later = new Date(now.getTime() + DAY_MS);
	beforeEach(async () => {
		await event.update({ date: later });
		await createSignupRow({ eventId: event.id, userId: player.id });
	});
	const params = () => ({ eventId: event.id });
	const ask = (scripts: string[], actor = creator, at = now) =>
		perform(askForScripts, { actor, now: at }, { params: params(), read: () => ({ scripts }) });
	const vote = (votes: object, actor = player, at = now) =>
		perform(saveScriptVotes, { actor, now: at }, { params: params(), read: () => ({ votes }) });
	const decline = () => Signup.update({ status: 'declined' }, { where: { ...params(), userId: player.id } });
	const readQuestion = (actor: Actor, at = now) =>
		perform(readScriptQuestion, { actor, now: at }, { params: params() });
	const readOnPage = async (at = now) =>
		(await perform(readEventPage, { actor: player, now: at }, { params: params() })).event.scriptQuestion;

	test('players answer, and creators see how many by group', async () => {
		const { id } = await add(teller, 'Dawn');
		expect(await readOnPage()).toBeNull();
		await ask(['snv', id]);
		expect(await readOnPage()).toBe('open');
		expect(await readOnPage(later)).toBeNull();
		const other = { id: (await createUserRow()).id, role: 'player' as const };
		const signup = await createSignupRow({ eventId: event.id, userId: other.id });
		await vote({ snv: 'keen', [id]: 'no' });
		await vote({ snv: 'fine' });
		expect(await readOnPage()).toBe('answered');
		await vote({ snv: 'keen' }, other);
		await save([
			{ ...toGroup(), players: [player.id] },
			{ ...toGroup(), id: 'b', name: 'Bats' },
		]);
		expect((await readQuestion(player)).scripts).toEqual([
			{ id: 'snv', name: 'Sects & Violets', vote: 'fine', counts: null },
			{ id, name: 'Dawn', vote: 'no', counts: null },
		]);
		const none = { keen: 0, fine: 0, no: 0 };
		const { scripts, choices } = await readQuestion(creator);
		expect(scripts.map(({ counts }) => counts)).toEqual([
			{
				all: { keen: 1, fine: 1, no: 0 },
				groups: [
					{ name: 'Owls', counts: { ...none, fine: 1 } },
					{ name: 'Bats', counts: none },
				],
			},
			expect.objectContaining({ all: { ...none, no: 1 } }),
		]);
		expect(choices?.map(({ name }) => name)).toEqual([
			...['Trouble Brewing', 'Bad Moon Rising', 'Sects & Violets', 'Dawn'],
		]);
		expect((await readQuestion(player)).choices).toBeNull();
		// Who declines has no say, and an answer can be taken back.
		await signup.update({ status: 'declined' });
		await vote({ snv: null });
		expect((await readQuestion(creator)).scripts[0]?.counts?.all).toEqual(none);
	});

	test('a changed question keeps the answers about scripts that stay', async () => {
		const { id } = await add(teller, 'Dawn');
		await ask(['tb', id]);
		await vote({ tb: 'keen', [id]: 'fine' });
		await ask([id, 'bmr']);
		const list = async () => (await readQuestion(player)).scripts.map((each) => [each.id, each.vote]);
		expect(await list()).toEqual([
			[id, 'fine'],
			['bmr', null],
		]);
		await remove(creator, id);
		expect(await list()).toEqual([['bmr', null]]);
		expect(await rowsOf('event_scripts').count(params())).toBe(1);
		// As an undo could leave it.
		await rowsOf('event_scripts').insert({ eventId: event.id, script: '999999', position: 3 });
		expect(await list()).toEqual([['bmr', null]]);
		await ask([]);
		expect([await list(), await readOnPage()]).toEqual([[], null]);
	});

	test.each<[string, () => Promise<unknown>, string]>([
		['a player who asks', () => ask(['tb'], player), 'denied'],
		['a storyteller who asks', () => ask(['tb'], teller), 'denied'],
		['six scripts', () => ask(['1', '2', '3', '4', '5', '6']), 'invalid'],
		['an unknown script', () => ask(['999']), 'invalid'],
		['an empty script', () => ask(['']), 'invalid'],
		['a question after the start', () => ask(['tb'], creator, later), 'conflict'],
		['an answer after the start', () => vote({ tb: 'keen' }, player, later), 'conflict'],
		['an answer about another script', () => vote({ bmr: 'keen' }), 'conflict'],
		['an answer without a signup', () => vote({ tb: 'keen' }, teller), 'conflict'],
		['an answer after declining', () => decline().then(() => vote({ tb: 'keen' })), 'conflict'],
		['a wrong answer', () => vote({ tb: 'love' }), 'invalid'],
	])('%s is refused, and nothing is written', async (_, call, kind) => {
		await ask(['tb']);
		await AuditEntry.destroy({ where: {} });
		await expect(call()).rejects.toMatchObject({ kind });
		expect([await rowsOf('script_votes').count(params()), await AuditEntry.count()]).toEqual([0, 0]);
		expect(await rowsOf('event_scripts').count(params())).toBe(1);
	});

	test('two creators at once leave the question of one', async () => {
		await Promise.all([ask(['tb', 'bmr']), ask(['snv'])]);
		const asked = (await readQuestion(player)).scripts.map(({ id }) => id);
		expect([['tb', 'bmr'], ['snv']]).toContainEqual(asked);
	});

	test('a deleted event comes back with its question and answers', async () => {
		await ask(['tb']);
		await vote({ tb: 'keen' });
		await perform(deleteEvent, { actor: creator, now }, { params: params() });
		expect(await rowsOf('script_votes').count(params())).toBe(0);
		const entry = await AuditEntry.findOne({ where: { action: 'events.delete' }, order: [['id', 'DESC']] });
		await perform(undoChange, { actor: creator, now }, { params: { entryId: String(entry?.id) } });
		expect((await readQuestion(player)).scripts).toMatchObject([{ id: 'tb', vote: 'keen' }]);
	});
});
