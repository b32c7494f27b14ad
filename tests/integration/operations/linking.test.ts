import { beforeEach, describe, expect, test } from 'vitest';
import { Signup, type User } from '~/database/models/index.ts';
import { Refusal } from '~/domain/refusal.ts';
import { discordSignupsSchema, formatLinkedSignups } from '~/domain/users/profile.ts';
import { createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { checkDiscordSignups, linkDiscordAccount } from '~/server/operations/users/link-discord-account.ts';
import { useFreshUsers } from '~/tests/integration/auth/fresh-users.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();
useFreshUsers();

const now = new Date('2026-10-15T12:00:00Z');
const as = (user: User) => ({ actor: { id: user.id, role: user.role }, now });
const link = (user: User, discordUserId: unknown, idempotencyKey?: string) =>
	perform(linkDiscordAccount, as(user), { read: () => ({ discordUserId, idempotencyKey }) });
const check = (user: User) => perform(checkDiscordSignups, as(user));
const resultOf = (promise: Promise<unknown>) =>
	promise.then(
		(result) => result,
		(error: unknown) => (error instanceof Refusal ? [error.kind, error.message] : String(error)),
	);
const countUnlinked = () => Signup.count({ where: { linkedAt: null } });

let user: User;
let other: User;
beforeEach(async () => {
	user = await createUserRow();
	other = await createUserRow();
	for (let index = 0; index < 30; index += 1) {
		await createSignupRow({ userId: user.id, linkedAt: null, signupSource: 'discord' });
	}
	await createSignupRow({ userId: other.id, linkedAt: null, signupSource: 'discord' });
	await createSignupRow({ userId: user.id });
});

test('the user’s own ID with 30 unlinked signups links 30, then 0; the linked one and other users’ stay as they are', async () => {
	const before = await check(user);
	expect(before.discordSignups).toHaveLength(30);
	expect(discordSignupsSchema.parse(before)).toEqual(before);
	expect(await link(user, ` ${user.discordId} `)).toEqual({ linkedSignups: 30 });
	expect(await link(user, user.discordId)).toEqual({ linkedSignups: 0 });
	expect(await check(user)).toEqual({ discordSignups: [] });
	expect((await check(other)).discordSignups).toHaveLength(1);
	expect((await user.reload()).linkedAt).toEqual(now);
});

test('the account stays linked since the first time', async () => {
	const first = new Date('2026-09-01T12:00:00Z');
	await user.update({ linkedAt: first });
	expect(await link(user, user.discordId)).toEqual({ linkedSignups: 30 });
	expect((await user.reload()).linkedAt).toEqual(first);
});

test('five at once link each signup once', async () => {
	const results = await Promise.all(Array.from({ length: 5 }, () => link(user, user.discordId)));
	expect(results.map(({ linkedSignups }) => linkedSignups).sort()).toEqual([0, 0, 0, 0, 30]);
});

test('the same key returns the same number again, another key the current one', async () => {
	expect(await link(user, user.discordId, 'key')).toEqual({ linkedSignups: 30 });
	expect(await link(user, user.discordId, 'key')).toEqual({ linkedSignups: 30 });
	expect(await link(user, user.discordId, 'other')).toEqual({ linkedSignups: 0 });
});

describe('refused links', () => {
	const foreignRefusal = [
		'denied',
		'You can only link your own Discord account, the one you signed in with.',
	];
	const formatRefusal = ['invalid', 'A Discord User ID is a number of 17 to 20 digits'];
	const emptyRefusal = ['invalid', 'Please enter your Discord User ID'];

	test('an empty ID, an invalid one and the ID of another account', async () => {
		const cases: [unknown, string[]][] = [
			['', emptyRefusal],
			['   ', emptyRefusal],
			[undefined, emptyRefusal],
			[7, emptyRefusal],
			['abc', formatRefusal],
			['1234567890123456', formatRefusal],
			['123456789012345678901', formatRefusal],
			['１２３４５６７８９０１２３４５６７８', formatRefusal],
			[other.discordId, foreignRefusal],
			['999999999999999999', foreignRefusal],
			[`0${user.discordId}`, foreignRefusal],
		];
		for (const [id, expected] of cases) expect(await resultOf(link(user, id))).toEqual(expected);
		expect(await countUnlinked()).toBe(31);
		expect((await user.reload()).linkedAt).toBeNull();
	});

	test('a user without a Discord ID cannot link one', async () => {
		await user.update({ discordId: null });
		expect(await resultOf(link(user, '999999999999999999'))).toEqual(foreignRefusal);
	});
});

test('uses the text of the specification', () => {
	expect(formatLinkedSignups(30)).toBe('Discord account linked successfully! 30 signups were linked.');
});
