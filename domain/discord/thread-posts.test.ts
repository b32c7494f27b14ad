import { expect, test } from 'vitest';
import { getStanding } from '../signups/standing.ts';
import { cutIntoPosts, markAddress, type ThreadUser, toThreadPost } from './thread-posts.ts';

const EVENT = {
	id: '7',
	title: 'Friday *Owls*',
	date: new Date('2030-01-03T01:30:00Z'),
	location: 'The Hearth',
	storytellers: ['Rook'],
	cancelReason: null,
};
const toAddress = (postId: string) => `https://games.example/events/7#message-${postId}`;
const HEAD = `[**Friday \\*Owls\\***]${markAddress(toAddress('1'))} starts <t:1893634200:R>.`;
const WAITS = 'on the waitlist. A place can still become free before <t:1893634200:t>.';

/** Returns a user who comes, or who has this number in the waitlist. */
function createUser(id: number, { idLength = 18, position = 0, isLate = false } = {}): ThreadUser {
	const standing = getStanding({
		status: isLate ? 'late' : 'confirmed',
		place: position > 0 ? 'waiting' : null,
		position,
		runs: false,
		eventStatus: 'active',
	});
	const facts = { kind: 'reminder' as const, event: EVENT, standing };
	return {
		id: String(id),
		discordId: `9${String(id).padStart(idLength - 1, '0')}`,
		facts: {
			...facts,
			previousDate: null,
			offerExpiresAt: null,
			placeReason: null,
			otherEvent: null,
			message: null,
		},
	};
}
const createUsers = (count: number, choices = {}, first = 1) =>
	Array.from({ length: count }, (_, index) => createUser(first + index, choices));
const cut = (users: ThreadUser[]) => cutIntoPosts(users, toAddress);
const toPost = (users: ThreadUser[]) =>
	toThreadPost(users as [ThreadUser, ...ThreadUser[]], toAddress(users[0]?.id ?? ''));

test.each<[string, ThreadUser[], number[]]>([
	['none', [], []],
	['one', createUsers(1), [1]],
	['60 in one post', createUsers(60), [60]],
	['as many as the text holds', createUsers(86), [86]],
	['one more', createUsers(87), [86, 1]],
	['150 in two posts', createUsers(150), [86, 64]],
	['IDs of 20 digits', createUsers(80, { idLength: 20 }), [79, 1]],
	['at most 100 mentions, however short', createUsers(201, { idLength: 4 }), [100, 100, 1]],
	['a line for each who waits', createUsers(25, { position: 12 }), [17, 8]],
	['both', [...createUsers(70), ...createUsers(10, { position: 1 }, 71)], [73, 7]],
])('posts: %s', (_, users, sizes) => {
	const posts = cut(users);
	expect(posts.map((post) => post.length)).toEqual(sizes);
	expect(new Set(posts.flat().map(({ id }) => id)).size).toBe(users.length);
	for (const post of posts) {
		const { message, userIds } = toPost(post);
		expect(message.content.length).toBeLessThanOrEqual(2_000);
		expect(userIds.length).toBeLessThanOrEqual(100);
		for (const { discordId } of post) expect(message.content.split(`<@${discordId}>`)).toHaveLength(2);
	}
});

test('users keep their order, and those who wait come last, by their number', () => {
	const users = [
		createUser(1),
		createUser(2, { position: 2 }),
		createUser(3, { position: 1 }),
		createUser(4),
	];
	const [post = []] = cut(users);
	expect(post.map(({ id }) => id)).toEqual(['1', '4', '3', '2']);
	expect(toPost(post).message.content.split('\n')).toEqual([
		HEAD,
		'<@900000000000000001> <@900000000000000004>',
		`<@900000000000000003> You're number 1 ${WAITS}`,
		`<@900000000000000002> You're number 2 ${WAITS}`,
	]);
});

test('a post has the facts, and the buttons that any of its users needs', () => {
	const [first, late, waits] = [
		createUser(1),
		createUser(2, { isLate: true }),
		createUser(3, { position: 1 }),
	];
	expect(toPost([first]).message.content).toBe(`${HEAD}\n<@900000000000000001>`);
	const listLabels = (users: ThreadUser[]) =>
		toPost(users).message.components[0].components.map(({ label }) => label);
	const [canCome, link] = ["I can't come", 'Open in Townbell'];
	expect(listLabels([waits, late, first])).toEqual(["I'll be late", canCome, link]);
	expect(listLabels([waits, late])).toEqual([canCome, link]);
	const { embeds } = toPost([first]).message;
	expect(embeds[0]).toMatchObject({ title: 'Friday \\*Owls\\*', url: toAddress('1') });
	expect(embeds[0].fields.map(({ name }) => name)).toEqual(['When', 'Where', 'Storytellers']);
});

test('the mark of a post is not that of another', () => {
	expect(toPost(createUsers(1, {}, 17)).message.content).not.toContain(markAddress(toAddress('1')));
});

test('a message of a user has its text below each post, and no buttons but the link', () => {
	const all = createUsers(88).map((user) => ({
		...user,
		facts: {
			...user.facts,
			kind: 'message' as const,
			message: { author: 'Priya', text: 'Hello *all* <@1>' },
		},
	}));
	const posts = cut(all).map(toPost);
	expect(posts.map(({ userIds }) => userIds.at(-1))).toEqual(['900000000000000086', '900000000000000088']);
	for (const { message } of posts) {
		expect(message.content).toContain('has a message for you from Priya.\n<@9');
		expect(message.embeds).toMatchObject([
			{ description: 'Hello \\*all\\* \\<@1>', fields: [{ name: 'When' }, {}, {}] },
		]);
		expect(message.components[0].components.map(({ label }) => label)).toEqual(['Open in Townbell']);
	}
});
