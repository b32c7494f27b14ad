import { beforeAll, describe, expect, test } from 'vitest';
import { User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import type { Role } from '~/domain/users/roles.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { createComment } from '~/server/operations/comments/create-comment.ts';
import { listComments } from '~/server/operations/comments/index.ts';
import { readEvent, selectEvents } from '~/server/operations/events/index.ts';
import { readGroups } from '~/server/operations/groups/queries.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { findUsers } from '~/server/operations/users/queries.ts';
import { toEventListItem } from '~/server/wire/events.ts';
import { SIGNUP_COLUMNS } from '~/server/wire/signups.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { countRowsRead, explain } from '~/tests/support/query-plans.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-15T12:00:00Z');
const viewer = { actor: { id: '1', role: 'creator' as const }, now };

/** Returns the name under which others see a user. */
async function nameOf(user: User): Promise<string> {
	const event = await createEventRow();
	await createSignupRow({ eventId: event.id, userId: user.id });
	const { signups } = await perform(readEvent, viewer, { params: { eventId: event.id } });
	return String(signups[0]?.username);
}

let admin: User;
beforeAll(async () => {
	admin = await createUserRow({ role: 'admin', username: 'ada.l', preferredUsername: 'Ada Łovelace' });
});

describe('a name like that of an admin or creator is shown with the Discord username', () => {
	test.each([
		['the same name', 'Ada Łovelace'],
		['another case', 'ADA łOVELACE'],
		['without accents', 'Ada Lovelace'],
		['other accents', 'Adá Lóvelace'],
		['full-width letters', 'Ａｄａ Łovelace'],
		['other spaces', 'AdaŁovelace'],
		['a variation selector', 'Ada\ufe0f Łovelace'],
		['a joiner inside', 'Ada\u200d Łovelace'],
		['Hangul fillers', 'Ada Łovelace\u1160'],
	])('%s', async (_name, preferredUsername) => {
		const user = await createUserRow({ preferredUsername });
		expect(await nameOf(user)).toBe(`${preferredUsername} (${user.username})`);
	});

	test.each(['Ada Lovelaces', 'Ada', 'A Łovelace'])('%s is a different name', async (preferredUsername) => {
		expect(await nameOf(await createUserRow({ preferredUsername }))).toBe(preferredUsername);
	});

	test('the organizer keeps the plain name; a storyteller is no organizer', async () => {
		expect(await nameOf(admin)).toBe('Ada Łovelace');
		await createUserRow({ role: 'storyteller', preferredUsername: 'Grace' });
		expect(await nameOf(await createUserRow({ preferredUsername: 'grace' }))).toBe('grace');
	});

	test('an organizer who is shown under the Discord username is protected too', async () => {
		await createUserRow({ role: 'creator', username: 'mira.v' });
		const user = await createUserRow({ preferredUsername: 'Mira.V' });
		expect(await nameOf(user)).toBe(`Mira.V (${user.username})`);
	});

	test('two organizers of one name are both shown with it', async () => {
		const [one, other] = [
			await createUserRow({ role: 'creator', preferredUsername: 'Twin' }),
			await createUserRow({ role: 'admin', preferredUsername: 'twin' }),
		];
		expect(await nameOf(one)).toBe(`Twin (${one.username})`);
		expect(await nameOf(other)).toBe(`twin (${other.username})`);
	});

	test('follows a role change at once', async () => {
		const role = (value: Role) => User.update({ role: value }, { where: { preferredUsername: 'Juno' } });
		await createUserRow({ preferredUsername: 'Juno' });
		const user = await createUserRow({ preferredUsername: 'JUNO' });
		expect(await nameOf(user)).toBe('JUNO');
		await role('creator');
		expect(await nameOf(user)).toBe(`JUNO (${user.username})`);
		await role('player');
		expect(await nameOf(user)).toBe('JUNO');
	});
});

test('only organizers of the same name are read, however many there are', async () => {
	const event = await createEventRow();
	const user = await createUserRow({ preferredUsername: 'Organizer 7' });
	await createSignupRow({ eventId: event.id, userId: user.id });
	await execute(
		`INSERT INTO users (username, role) SELECT 'Organizer ' || n, 'creator' FROM generate_series(1, 2000) n`,
	);
	await execute('ANALYZE users');
	const plan = await explain(
		`SELECT ${SIGNUP_COLUMNS} FROM signups s JOIN users u ON u.id = s.user_id WHERE s.event_id = :id`,
		{ id: event.id },
	);
	const organizers = plan.filter((node) => node['Index Name'] === 'users_organizer_name_idx');
	expect(organizers).toHaveLength(1);
	expect(countRowsRead(plan)).toBeLessThan(10);
});

test('applies wherever others see the name', async () => {
	const user = await createUserRow({ role: 'player', preferredUsername: 'ada lovelace' });
	const shown = `ada lovelace (${user.username})`;
	const event = await createEventRow({ creatorId: user.id });
	await createSignupRow({ eventId: event.id, userId: user.id });
	const params = { eventId: event.id };
	await perform(
		createComment,
		{ actor: { id: user.id, role: 'player' }, now },
		{ params, read: () => ({ body: 'x' }) },
	);

	const detail = await perform(readEvent, viewer, { params });
	expect(detail).toMatchObject({ creator_name: shown, signups: [{ username: shown }] });
	const [listed] = (await selectEvents(admin.id, {})).filter(({ id }) => id === event.id);
	expect(listed && toEventListItem(listed).creator_name).toBe(shown);
	const { comments } = await perform(listComments, viewer, { params, read: () => ({}) });
	expect(comments.map(({ username }) => username)).toEqual([shown]);
	const groups = await perform(readGroups, viewer, { params });
	expect(groups.confirmedSignups.map(({ username }) => username)).toEqual([shown]);
	const foundUsers = await perform(findUsers, viewer, { read: () => ({ ids: [user.id, admin.id] }) });
	expect(foundUsers.map(({ preferred_username }) => preferred_username)).toEqual([shown, 'Ada Łovelace']);
});
