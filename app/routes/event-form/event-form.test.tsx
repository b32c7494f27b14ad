import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { SiteProvider } from '~/app/ui/site-context.tsx';
import { EVENT_FORM_FIELD_NAMES } from '~/domain/events/fields.ts';
import { EMPTY_EVENT_FORM, type EventFormValues, toEventFormValues } from '~/domain/events/form.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import type { Repeats } from '~/domain/events/series.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import { createEventDetail } from '~/tests/support/event-views.ts';
import { CreatePage } from './create-page.tsx';
import { EditPage } from './edit-page.tsx';
import { EMPTY_FORM_STATE, type EventFormState } from './form-state.ts';

const SITE = {
	gameName: 'Blood on the Clocktower',
	communityName: 'The Candlewick Society',
	communityJoinUrl: null,
	cdnUrl: 'https://cdn.discordapp.com',
	viewerZone: 'Europe/Berlin',
};
/** A Wednesday, in New York too. */
const NOW = '2026-10-14T15:00:00.000Z';
const createStoryteller = (id: string, username: string): PublicUserView => ({
	id,
	username,
	preferred_username: null,
	avatar: null,
	discord_id: null,
	role: 'storyteller',
});
const STORYTELLERS = [
	createStoryteller('5', 'nightjar'),
	createStoryteller('6', 'Đorđe'),
	createStoryteller('7', 'moth'),
];
/** 8:30 PM to 11:30 PM in New York. */
const EVENT_TIMES = [{ id: '9', title: 'Ravenswood', date: '2026-10-17T00:30:00.000Z', duration: 180 }];
const FACTS = { canAnnounce: false, placesPerStoryteller: 15 };
const EVENT = createEventDetail({
	description: 'First line\nSecond line',
	location: 'The Hearth',
	storytellers: [{ user_id: '5', username: 'nightjar', role: 'storyteller', avatar: null, discord_id: null }],
	currentUserRole: 'creator',
	version: 3,
});

function render(node: React.ReactNode): string {
	const Page = createRoutesStub([
		{ path: '/', Component: () => <SiteProvider value={SITE}>{node}</SiteProvider> },
	]);
	return renderToStaticMarkup(<Page />);
}

const create = (state: Partial<EventFormState> = {}, values: Partial<EventFormValues> = {}) =>
	render(
		<CreatePage
			storytellers={STORYTELLERS}
			eventTimes={EVENT_TIMES}
			facts={FACTS}
			usualEvents={[]}
			state={{ ...EMPTY_FORM_STATE, formKey: 'a-key', ...state, values: { ...EMPTY_EVENT_FORM, ...values } }}
			now={NOW}
			response={undefined}
		/>,
	);
const edit = (
	state: Partial<EventFormState> = {},
	event: Partial<EventDetail> = {},
	series: Repeats | null = null,
) => {
	const whole = { ...EVENT, ...event };
	const first = { ...EMPTY_FORM_STATE, values: toEventFormValues(whole), version: whole.version };
	return render(
		<EditPage
			event={whole}
			series={series}
			isSeries={false}
			facts={FACTS}
			storytellers={STORYTELLERS}
			eventTimes={EVENT_TIMES}
			state={{ ...first, ...state }}
			response={undefined}
		/>,
	);
};

/** Returns the text between the tags as one line. */
const toText = (html: string) =>
	html
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();

describe('creating', () => {
	test('the form has its key and the first allowed date, and its first button is the one that Enter presses', () => {
		const html = create();
		expect(html).toContain('<input type="hidden" name="key" value="a-key"/>');
		expect(html).toMatch(/type="date"[^>]*min="2026-10-14"/);
		expect(html.match(/<form[^>]*id="event-form".*?<button[^>]*>/s)?.[0]).toMatch(/name="enter"[^>]*>$/);
		expect(html).not.toMatch(/\sstyle=/);
	});

	test('each field has one input', () => {
		const names = [...create().matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g)].map(
			([, name]) => name,
		);
		const known: readonly string[] = EVENT_FORM_FIELD_NAMES;
		expect(names.filter((name) => known.includes(String(name))).sort()).toEqual([...known].sort());
	});

	test('the first allowed date is today in the chosen time zone', () => {
		const late = {
			storytellers: STORYTELLERS,
			facts: FACTS,
			usualEvents: [],
			eventTimes: [],
			now: '2026-10-15T02:00:00.000Z',
			response: undefined,
		};
		const page = (timezone: string) =>
			render(
				<CreatePage {...late} state={{ ...EMPTY_FORM_STATE, values: { ...EMPTY_EVENT_FORM, timezone } }} />,
			);
		expect(page('America/New_York')).toContain('min="2026-10-14"');
		expect(page('UTC')).toContain('min="2026-10-15"');
		expect(page('Nowhere/At_all')).toContain('min="2026-10-14"');
	});

	test('the Quick Select buttons show their dates, and only the selected one is pressed', () => {
		expect(toText(create())).toContain(
			'Next Wednesday Oct 21, 8:30 PM Next Friday Oct 16, 8:30 PM Next Saturday Oct 17, 8:30 PM Today Wed, Oct 14, 8:30 PM',
		);
		expect(create()).not.toContain('aria-pressed="true"');
		const lit = create({}, { date: '2026-10-16' });
		expect(lit.match(/value="\w+" [^>]*aria-pressed="true"/g)).toEqual([
			expect.stringContaining('value="friday"'),
		]);
		expect(create({}, { date: '2026-10-16', time: '20:00' })).not.toContain('aria-pressed="true"');
		expect(create({}, { date: '2026-10-16', timezone: 'UTC' })).not.toContain('aria-pressed="true"');
	});

	test('what Quick Select has done stands directly under its buttons, with the title that it replaced', () => {
		const quickFill = 'Filled in from “Ravenswood”: location.';
		const html = create(
			{ quickFill, quickReplaced: { title: { before: 'Mine', after: 'Friday' } } },
			{ title: 'Friday' },
		);
		const [, fieldset = ''] = /<fieldset id="quick-select">(.*?)<\/fieldset>/s.exec(html) ?? [];
		const status = fieldset.slice(fieldset.indexOf('role="status"'));
		expect(toText(`<p ${status}`)).toBe(`${quickFill} Your title “ Mine ” was replaced. Undo`);
		expect(fieldset).toMatch(
			/<button[^>]*formAction="#quick-select"[^>]*value="friday"|formAction="#quick-select"/i,
		);
		expect(create()).toMatch(/<div role="status" tabindex="-1" class="[^"]*"><\/div>/i);
	});

	test('each question about the start has its reason and its checkbox, and an answer stays', () => {
		const questions = [
			{ key: 'past:1', text: 'This time has passed.' },
			{ key: 'same:12', text: 'An event with this title at this time already exists' },
		];
		const html = create({ questions, accepted: ['past:1', 'storyteller:3'] });
		expect(toText(html)).toMatch(/Create it although it has begun already This time has passed\./);
		expect(html).toMatch(
			/<input[^>]*name="accepted"[^>]*value="past:1"[^>]*checked=""|checked=""[^>]*value="past:1"/,
		);
		expect(html).toContain('<input type="hidden" name="accepted" value="storyteller:3"/>');
		expect(html).not.toMatch(/type="hidden" name="accepted" value="(past|same)/);
	});

	test('questions are asked together, each where its fields are, and say that nothing failed', () => {
		const html = create({
			questions: [
				{ key: 'past:1', text: 'This time has passed.' },
				{ key: 'places:5:8', text: 'Too few places.' },
			],
			refusal: {
				error: 'This time has passed.',
				fieldErrors: { 'past:1': ['This time has passed.'], 'places:5:8': ['Too few places.'] },
			},
		});
		const text = toText(html);
		expect(text).toContain('This time has passed. Too few places. Not saved yet. Please answer below');
		expect(text).not.toContain('Failed to create event');
		expect(text.indexOf('Create it although it has too few places')).toBeGreaterThan(
			text.indexOf('Players needed'),
		);
	});

	test('says which event takes place at the same time', () => {
		const text = (values: Partial<EventFormValues>) => toText(create({}, values));
		const sentence = '“Ravenswood” overlaps with this (Fri, Oct 16, 8:30 PM).';
		expect(text({ date: '2026-10-16', time: '22:00' })).toContain(sentence);
		expect(text({ date: '2026-10-16', time: '23:30' })).not.toContain('Ravenswood');
		expect(toText(edit({ values: toEventFormValues({ ...EVENT, date: '2026-10-17T02:00:00Z' }) }))).toContain(
			'“Ravenswood” overlaps with this',
		);
	});

	test('the search on the server keeps the chosen storytellers', () => {
		const html = create({ search: 'dorde' }, { storytellerIds: ['7'] });
		const boxes = [
			...html.matchAll(/name="storytellerIds"[^>]*value="(\d)"|value="(\d)"[^>]*name="storytellerIds"/g),
		];
		expect(boxes.map(([, first, second]) => first ?? second)).toEqual(['7', '6']);
		expect(toText(create({ search: 'nobody' }))).toContain('No one found for “nobody”.');
		expect(toText(create({}, { storytellerIds: ['5', '6', '7'] }))).toContain('No one left to add.');
	});

	test('a refused form keeps the uploaded picture and shows errors at its fields', () => {
		const hash = 'a'.repeat(64);
		const html = create({
			image: { hash, isRemoved: false },
			refusal: { error: 'Please enter a title', fieldErrors: { title: ['Please enter a title'] } },
		});
		expect(html).toContain(`<input type="hidden" name="imageHash" value="${hash}"/>`);
		expect(html).toContain(`src="/images/${hash}"`);
		expect(toText(html)).toContain('Please enter a title Failed to create event. Please try again.');
		expect(html).toMatch(/aria-invalid="true"[^>]*name="title"/);
	});
});

describe('editing', () => {
	test('which events of a series change is the first choice of the form', () => {
		const pause = { from: '2026-12-18', until: '2027-01-01' };
		const html = edit({}, {}, { rule: { interval_weeks: 1 }, until: null, pause });
		expect(html).toContain('Every week, but not from Dec 18th, 2026 to Jan 1st, 2027');
		const fields = [...html.matchAll(/<(?:input|select|textarea)[^>]* name="(scope|title|date)"/g)].map(
			([, name]) => name,
		);
		expect(fields).toEqual(['scope', 'title', 'date']);
	});

	test('the event’s own time zone is offered although it is not in the list', () => {
		expect(edit({}, { timezone: 'Asia/Katmandu' })).toContain(
			'<option value="Asia/Katmandu" selected="">Kathmandu</option>',
		);
		const [, zones] = /<select[^>]*name="timezone"[^>]*>(.*?)<\/select>/s.exec(edit()) ?? [];
		expect(zones?.match(/<option /g)).toHaveLength(17);
	});

	test('a current storyteller who cannot be chosen any more is still listed', () => {
		const gone = { user_id: '9', username: 'left', role: 'player', avatar: null, discord_id: null } as const;
		expect(edit({}, { storytellers: [gone] })).toMatch(/value="9"[^>]*checked=""|checked=""[^>]*value="9"/);
	});

	test.each([
		['active', 'Active', 'Yes, cancel the event'],
		['cancelled', 'Cancelled', 'Yes, reinstate the event'],
		['completed', 'Completed', 'This event is over.'],
	] as const)('a %s event', (status, badge, text) => {
		expect(toText(edit({}, { status }))).toMatch(new RegExp(`Status ${badge} .*${text}`));
	});

	test('a conflict shows both versions in words', () => {
		const saved = toEventFormValues(EVENT);
		const values = {
			...saved,
			description: '',
			date: '2026-10-18',
			time: '09:05',
			timezone: 'UTC',
			duration: '2.5',
			storytellerIds: ['6', '7'],
		};
		const text = toText(
			edit({
				values,
				image: { hash: 'a'.repeat(64), isRemoved: false },
				conflict: { saved, imageUrl: null, status: 'active', names: {} },
			}),
		);
		expect(text).toContain('Description Yours Nothing Saved version First line Second line');
		expect(text).toContain('Date Yours Sunday, October 18th, 2026 Saved version Friday, October 16th, 2026');
		expect(text).toContain('Time Yours 9:05 AM Saved version 8:30 PM');
		expect(text).toContain('Timezone Yours UTC Saved version Eastern');
		expect(text).toContain('Duration (hours) Yours 2.5 Saved version 3');
		expect(text).toContain('Storytellers Yours Đorđe, moth Saved version nightjar');
		expect(text).toContain('Event image Yours Your new image Saved version No image');
		expect(text).not.toContain('Title Yours');
	});

	test('a conflict of only the status is described', () => {
		const values = toEventFormValues(EVENT);
		const conflict = { saved: values, imageUrl: null, status: 'cancelled', names: {} } as const;
		const text = toText(edit({ values, conflict }));
		expect(text).toContain('Both versions are identical, but the status was changed.');
		expect(text).toMatch(/Status Cancelled/);
	});
});
