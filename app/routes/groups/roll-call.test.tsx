import type { ComponentProps } from 'react';
import { createRoutesStub } from 'react-router';
import { expect, test, vi } from 'vitest';
import { RESULT_TEXTS } from '~/domain/groups/result.ts';
import { conflict } from '~/domain/refusal.ts';
import { saveRollCall } from '~/server/operations/groups/index.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { renderPage } from '~/tests/support/render-page.tsx';
import { createRouteContext } from '~/tests/support/route-context.ts';
import RollCall, { action } from './roll-call.tsx';

useTestEnvironment();

type PageProps = ComponentProps<typeof RollCall>;
const player = (id: string, state: string | null, isExpected = true) => ({
	id,
	name: `Player ${id}`,
	state,
	isExpected,
});
const LOADED = {
	event: { id: '7', title: 'Friday', date: '2026-10-17T00:30:00.000Z', timezone: 'UTC' },
	problem: null,
	marked: 1,
	saved: null,
	currentRound: 2,
	groups: [
		{
			group: { id: 'a', name: 'Owls', winner: 'good', round: null },
			players: [player('1', null), player('2', 'late')],
		},
	],
} as PageProps['loaderData'];

const findAttribute = (tag: string, name: string) => tag.match(new RegExp(` ${name}="([^"]*)"`))?.[1];

/** Returns the fields that a browser sends from the page, with these values of the user. */
function readForm(loaderData: PageProps['loaderData'], typed: Record<string, string>, actionData?: unknown) {
	const page = { loaderData, actionData } as PageProps;
	const Stub = createRoutesStub([{ path: '/', Component: () => <RollCall {...page} /> }]);
	const html = renderPage(<Stub />);
	const hidden = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
	const selects = [...html.matchAll(/<select[^>]* name="([^"]*)".*?<option value="([^"]*)" selected/g)];
	const radios = [...html.matchAll(/<input type="radio"[^>]*>/g)].flatMap(([tag]) =>
		tag.includes(' checked') ? [[tag, findAttribute(tag, 'name'), findAttribute(tag, 'value')]] : [],
	);
	const fields = [...hidden, ...radios, ...selects].map(([, name = '', value = '']) => [
		name,
		value.replaceAll('&amp;', '&'),
	]);
	return new URLSearchParams({ ...Object.fromEntries(fields), ...typed });
}

const send = (body: URLSearchParams) => {
	const request = new Request('https://town.example/events/7/attendance', { method: 'POST', body });
	const context = createRouteContext('creator');
	const pattern = '/events/:eventId/attendance';
	return action({ request, url: new URL(request.url), params: { eventId: '7' }, pattern, context });
};

test.each([
	['nothing', {}, [{ user_id: '1', state: 'present' }], ['1'], []],
	['a result', { 'winner-a': 'evil' }, [{ user_id: '1', state: 'present' }], ['1'], ['evil']],
	[
		'states',
		{ 'player-1': 'absent', 'player-2': 'present' },
		[
			{ user_id: '1', state: 'absent' },
			{ user_id: '2', state: 'present' },
		],
		[],
		[],
	],
])(
	'a form in which the user changes %s sends only what differs',
	async (_, typed, attendance, untouched, winners) => {
		const handle = vi.spyOn(saveRollCall, 'handle').mockResolvedValue([]);
		expect(await send(readForm(LOADED, typed))).toMatchObject({ status: 303 });
		const results = winners.map((winner) => ({ group_id: 'a', winner }));
		expect(handle).toHaveBeenCalledWith(
			expect.objectContaining({ input: { attendance, untouched, round: 2, results } }),
		);
	},
);

test('a refused form stays the one that was opened before, also when the page is rendered anew', async () => {
	const handle = vi.spyOn(saveRollCall, 'handle').mockRejectedValueOnce(conflict(RESULT_TEXTS.changed));
	const refused = await send(readForm(LOADED, { 'player-2': 'absent' }));
	expect(refused).toMatchObject({ init: { status: 409 } });
	const { data } = refused as { data: unknown };
	const again = readForm({ ...LOADED, currentRound: 3 }, {}, data);
	expect(again.get('round')).toBe('2');
	handle.mockResolvedValueOnce([]);
	await send(again);
	expect(handle).toHaveBeenLastCalledWith(
		expect.objectContaining({
			input: expect.objectContaining({
				round: 2,
				attendance: [
					{ user_id: '1', state: 'present' },
					{ user_id: '2', state: 'absent' },
				],
			}),
		}),
	);
});

test('a form of a page that was loaded before an update is saved as it is', async () => {
	const handle = vi.spyOn(saveRollCall, 'handle').mockResolvedValue([]);
	await send(new URLSearchParams({ intent: 'attendance.save', 'player-2': 'late' }));
	expect(handle).toHaveBeenCalledWith(
		expect.objectContaining({
			input: { attendance: [{ user_id: '2', state: 'late' }], untouched: [], results: [] },
		}),
	);
});

/** Returns the headings of the players and results, and the words of the page. */
function renderWords(loaderData: object) {
	const page = { loaderData: { ...LOADED, ...loaderData } } as PageProps;
	const Stub = createRoutesStub([{ path: '/', Component: () => <RollCall {...page} /> }]);
	const html = renderPage(<Stub />);
	const toWords = (text: string) => text.replaceAll(/<[^>]*>/g, '');
	const legends = [...html.matchAll(/<legend[^>]*>(.*?)<\/legend>/g)].map(([, text = '']) => toWords(text));
	return { html, legends, words: toWords(html) };
}

const OWLS = LOADED.groups[0]?.group;
test.each([
	['nobody', 0, [player('1', null), player('2', null)], 'Not taken yet.', 0],
	[
		'one of two',
		1,
		[player('1', null), player('2', 'late')],
		'Taken for 1 of 2 players, last by Priya on',
		1,
	],
	[
		'all',
		2,
		[player('1', 'absent'), player('2', 'late')],
		'Taken, last by Priya on Fri, Oct 16, 10:30 PM.',
		0,
	],
])('a roll call with marks for %s says so', (_, marked, players, text, unmarked) => {
	const saved = marked === 0 ? null : { by: 'Priya', at: '2026-10-16T22:30:00.000Z' };
	const { words } = renderWords({ marked, saved, groups: [{ group: OWLS, players }] });
	expect(words).toContain(text);
	expect(words.split('not marked yet')).toHaveLength(unmarked + 1);
});

test('who is listed only because of a mark is apart', () => {
	const players = [player('1', null), player('2', 'present', false)];
	const { legends, html } = renderWords({ groups: [{ group: OWLS, players }] });
	expect(legends).toEqual(['Owls', 'Marked, but no longer signed up', 'Who won?']);
	expect(html).toMatch(/Marked, but.*name="player-2"/s);
});

test.each([
	['beside groups', [...LOADED.groups, { group: null, players: [player('3', 'absent')] }], 'Without a group'],
	['of an event without groups', [{ group: null, players: [player('3', null)] }], 'Players'],
])('the heading of players %s', (_, groups, heading) => {
	expect(renderWords({ groups }).legends).toContain(heading);
});

test('a group without players has no heading, and its result stands with the others', () => {
	const group = { id: 'b', name: 'Bats', winner: null, round: 1 };
	const { html, legends } = renderWords({ groups: [...LOADED.groups, { group, players: [] }] });
	expect(legends).toEqual(['Owls', 'Who won?']);
	expect(html).toMatch(/name="winner-b"/);
});
