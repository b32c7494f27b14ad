import { describe, expect, test } from 'vitest';
import { POLL_STATUSES } from '../polls/poll.ts';
import { POLL_TIMES_MAX, type PollView } from '../polls/schema.ts';
import { MESSAGE_LIMITS } from './announcement.ts';
import { formatPollReply, toPollAnnouncement } from './poll-messages.ts';

const address = 'https://townbell.example/polls/7';
const FRIDAY = '2030-12-06T01:30:00.000Z';
const SATURDAY = '2030-12-07T01:30:00.000Z';
const toTime = (id: string, date: string, changes = {}) => ({
	id,
	date,
	duration: 180,
	yes: 0,
	if_needed: 0,
	no: 0,
	playable_groups: 0,
	...changes,
});
const poll: PollView = {
	id: '7',
	title: 'Autumn Fair',
	description: '',
	location: '',
	timezone: 'America/New_York',
	answer_by: '2030-12-01T12:00:00.000Z',
	status: 'open',
	event_id: null,
	version: 1,
	times: [toTime('2', SATURDAY, { yes: 7, if_needed: 2, no: 1, playable_groups: 1 }), toTime('1', FRIDAY)],
	own_votes: [],
};
const toStamp = (date: string, style = 'F') => `<t:${new Date(date).getTime() / 1_000}:${style}>`;
const show = (changes: Partial<PollView> = {}, event: { date: Date; address: string } | null = null) => {
	const { embeds, components } = toPollAnnouncement({ ...poll, ...changes }, { address, event });
	return { embed: embeds[0], buttons: components[0].components };
};

describe('the announcement', () => {
	test('lists the times, the best first, with the numbers of answers', () => {
		const { embed, buttons } = show({
			title: '*Fair* @everyone',
			description: 'Tea_',
			location: 'The <Mill>',
		});
		expect(embed).toMatchObject({
			title: 'Find a date: \\*Fair\\* @\u200beveryone',
			description: 'Tea\\_',
			url: address,
			fields: [
				{
					name: 'Times',
					value: `${toStamp(SATURDAY)}: 7 yes, 2 if need be, 1 no · 1 group\n${toStamp(FRIDAY)}`,
				},
				{ name: 'Answer by' },
				{ name: 'Where', value: expect.stringContaining('Mill') },
			],
		});
		expect(buttons.map(({ custom_id, url }) => custom_id ?? url)).toEqual(['poll:7', address]);
	});

	test.each([
		['closed', 'Closed: Autumn Fair'],
		['chosen', 'Date chosen: Autumn Fair'],
		['withdrawn', 'Withdrawn: Autumn Fair'],
	] as const)('of a poll that is %s has no answer button', (status, title) => {
		const { embed, buttons } = show({ status });
		expect([embed.title, buttons.map(({ url }) => url)]).toEqual([title, [address]]);
	});

	test('of a poll with a date leads to its event', () => {
		const event = { date: new Date(SATURDAY), address: 'https://townbell.example/events/7' };
		const { embed, buttons } = show({ status: 'chosen' }, event);
		expect(embed.fields.map(({ name, value }) => [name, value])).toEqual([
			['When', `${toStamp(SATURDAY)}\n${toStamp(SATURDAY, 'R')}`],
		]);
		expect([embed.url, ...buttons.map(({ url }) => url)]).toEqual([event.address, event.address]);
	});

	/** The longest texts that a poll can have, all of which have to be escaped, and its most times. */
	const longest: Partial<PollView> = {
		title: '*'.repeat(200),
		description: '_'.repeat(4_000),
		location: '`'.repeat(200),
		times: Array.from({ length: POLL_TIMES_MAX }, (_, index) =>
			toTime(String(index), `2099-12-${10 + index}T01:30:00.000Z`, {
				yes: 10_000,
				if_needed: 10_000,
				no: 10_000,
				playable_groups: 12,
			}),
		),
	};

	test.each(POLL_STATUSES)('fits into Discord’s limits when it is %s', (status) => {
		const { embed } = show({ ...longest, status });
		const { title, description = '', fields } = embed;
		const total = fields.reduce(
			(sum, { name, value }) => sum + name.length + value.length,
			title.length + description.length,
		);
		expect(title.length).toBeLessThanOrEqual(MESSAGE_LIMITS.title);
		expect(description.length).toBeLessThanOrEqual(MESSAGE_LIMITS.description);
		for (const { value } of fields) expect(value.length).toBeLessThanOrEqual(MESSAGE_LIMITS.fieldValue);
		expect(total).toBeLessThanOrEqual(MESSAGE_LIMITS.embedTotal);
		expect(fields[0]?.value.split('\n')).toHaveLength(POLL_TIMES_MAX);
	});

	test.each(['yes', 'if_needed'] as const)(
		'and the longest reply has 2,000 characters at most: %s',
		(answer) => {
			const own_votes = (longest.times ?? []).map(({ id }) => ({ time_id: id, answer }));
			const text = formatPollReply(
				{ ...poll, ...longest, timezone: 'America/Argentina/ComodRivadavia', own_votes },
				'This time is no longer offered. Please look at the poll again.',
			);
			expect(text.length).toBeLessThanOrEqual(2_000);
			expect(text.split('<t:')).toHaveLength(POLL_TIMES_MAX + 2);
		},
	);
});

describe('the reply to a member', () => {
	const MENUS =
		'Choose in the first menu when you can come, and in the second when you can if need be. Each choice is saved at once.';
	const ANSWER_BY = `Please answer by ${toStamp(poll.answer_by)}. Times in the menus: Eastern.`;
	const vote = (time_id: string, answer: 'yes' | 'if_needed' | 'no') => ({ time_id, answer });

	test.each<[string, Partial<PollView>, string[]]>([
		['who has not answered', {}, [MENUS, "You haven't answered yet.", ANSWER_BY]],
		[
			'who can come to both',
			{ own_votes: [vote('2', 'yes'), vote('1', 'yes')] },
			[MENUS, `Yes: ${toStamp(FRIDAY)}, ${toStamp(SATURDAY)}`, 'If need be: none', ANSWER_BY],
		],
		[
			'who can come to one if need be',
			{ own_votes: [vote('1', 'no'), vote('2', 'if_needed')] },
			[MENUS, 'Yes: none', `If need be: ${toStamp(SATURDAY)}`, ANSWER_BY],
		],
		[
			'who can come to none',
			{ own_votes: [vote('1', 'no'), vote('2', 'no')] },
			[MENUS, "You can't come at any of these times.", ANSWER_BY],
		],
		['after the end', { status: 'closed', own_votes: [vote('1', 'yes')] }, ['The time to answer is over.']],
		['of a poll with a date', { status: 'chosen' }, ['The date has been chosen.']],
		['of a poll that was withdrawn', { status: 'withdrawn' }, ['This poll was withdrawn.']],
	])('%s', (_, changes, lines) => {
		const text = formatPollReply({ ...poll, ...changes });
		expect(text.split('\n')).toEqual(['**Autumn Fair**', ...lines]);
	});

	test('whose choice was refused says why', () => {
		expect(formatPollReply(poll, 'Nothing was saved.').split('\n')[1]).toBe('Nothing was saved.');
	});
});
