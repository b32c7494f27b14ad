import { expect, test } from 'vitest';
import { describeLostPosts, type LostPosts } from './post-problems.ts';

test.each<[LostPosts, string, boolean]>([
	[
		{ messages: 2, threads: 0, isChannelDeleted: false },
		'Coming events lost 2 messages with a channel or thread that were deleted on Discord. “Post all again” posts them again, without mentioning the role.',
		true,
	],
	[
		{ messages: 1, threads: 1, isChannelDeleted: false },
		'Coming events lost 1 message with a channel or thread and 1 thread that were deleted on Discord. “Post all again” posts them again, without mentioning the role.',
		true,
	],
	[
		{ messages: 0, threads: 1, isChannelDeleted: false },
		'Coming events lost 1 thread that was deleted on Discord. “Post all again” posts it again, without mentioning the role.',
		true,
	],
	[
		{ messages: 3, threads: 0, isChannelDeleted: true },
		'The announcement channel was deleted on Discord. Coming events lost 3 messages. Choose another channel in “Announcements and reminders”, then press “Post all again” in Site Settings.',
		false,
	],
	[
		{ messages: 0, threads: 0, isChannelDeleted: true },
		'The announcement channel was deleted on Discord. Choose another channel in “Announcements and reminders”.',
		false,
	],
])('%o', (lost, text, canPost) => {
	const described = describeLostPosts(lost);
	expect([`${described?.title} ${described?.remedy}`, described?.canPost]).toEqual([text, canPost]);
});

test('nothing is lost', () =>
	expect(describeLostPosts({ messages: 0, threads: 0, isChannelDeleted: false })).toBeNull());
