import { beforeEach, describe, expect, test } from 'vitest';
import { Signup, type User } from '~/database/models/index.ts';
import { discordSignupsSchema, linkedText } from '~/domain/people/profile.ts';
import { Refusal } from '~/domain/refusal.ts';
import { makeSignup, makeUser } from '~/seeds/factories.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { checkDiscordSignups, linkDiscordAccount } from '~/server/operations/users/linking.ts';
import { useFreshPeople } from '~/tests/integration/auth/fresh-people.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();
useFreshPeople();

const now = new Date('2026-10-15T12:00:00Z');
const as = (user: User) => ({ actor: { id: user.id, role: user.role }, now });
const link = (user: User, discordUserId: unknown, idempotencyKey?: string) =>
	perform(linkDiscordAccount, as(user), { read: () => ({ discordUserId, idempotencyKey }) });
const check = (user: User) => perform(checkDiscordSignups, as(user));
const answerOf = (promise: Promise<unknown>) =>
	promise.then(
		(answer) => answer,
		(error: unknown) => (error instanceof Refusal ? [error.kind, error.message] : String(error)),
	);
const countUnlinked = () => Signup.count({ where: { linkedAt: null } });

let user: User;
let other: User;
beforeEach(async () => {
	user = await makeUser();
	other = await makeUser();
	for (let index = 0; index < 30; index += 1) {
		await makeSignup({ userId: user.id, linkedAt: null, signupSource: 'discord' });
	}
	await makeSignup({ userId: other.id, linkedAt: null, signupSource: 'discord' });
	await makeSignup({ userId: user.id });
});

test('the own ID with 30 unlinked signups links 30, then 0; the linked one and other people’s stay as they are', async () => {
	const before = await check(user);
	expect(before.discordSignups).toHaveLength(30);
	expect(discordSignupsSchema.parse(before)).toEqual(before);
	expect(await link(user, ` ${user.discordId} `)).toEqual({ linkedSignups: 30 });
	expect(await link(user, user.discordId)).toEqual({ linkedSignups: 0 });
	expect(await check(user)).toEqual({ discordSignups: [] });
	expect((await check(other)).discordSignups).toHaveLength(1);
	expect((await user.reload()).linkedAt).toEqual(now);
});

test('five at once link each signup once', async () => {
	const answers = await Promise.all(Array.from({ length: 5 }, () => link(user, user.discordId)));
	expect(answers.map(({ linkedSignups }) => linkedSignups).sort()).toEqual([0, 0, 0, 0, 30]);
});

test('the same key answers the same number again, another key what is there', async () => {
	expect(await link(user, user.discordId, 'key')).toEqual({ linkedSignups: 30 });
	expect(await link(user, user.discordId, 'key')).toEqual({ linkedSignups: 30 });
	expect(await link(user, user.discordId, 'other')).toEqual({ linkedSignups: 0 });
});

describe('what links nothing', () => {
	const foreign = ['denied', 'You can link only your own Discord account, the one that you signed in with.'];
	const bad = ['invalid', 'A Discord User ID is a number of 17 to 20 digits'];
	const none = ['invalid', 'Please enter your Discord User ID'];

	test('an empty ID, one that is none, and any other, known or not', async () => {
		const cases: [unknown, string[]][] = [
			['', none],
			['   ', none],
			[undefined, none],
			[7, none],
			['abc', bad],
			['1234567890123456', bad],
			['123456789012345678901', bad],
			['１２３４５６７８９０１２３４５６７８', bad],
			[other.discordId, foreign],
			['999999999999999999', foreign],
			[`0${user.discordId}`, foreign],
		];
		for (const [id, answer] of cases) expect(await answerOf(link(user, id))).toEqual(answer);
		expect(await countUnlinked()).toBe(31);
		expect((await user.reload()).linkedAt).toBeNull();
	});

	test('somebody without a Discord ID has none to link', async () => {
		await user.update({ discordId: null });
		expect(await answerOf(link(user, '999999999999999999'))).toEqual(foreign);
	});
});

test('the spec’s words for it', () => {
	expect(linkedText(30)).toBe('Discord account linked successfully! 30 signups were linked.');
});
