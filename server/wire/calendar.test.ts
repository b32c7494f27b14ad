import fc from 'fast-check';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '~/domain/limits.ts';
import { TEST_APP_URL, useTestEnvironment } from '~/tests/support/environment.ts';
import { type CalendarRevision, type CalendarRow, formatCalendar } from './calendar.ts';

useTestEnvironment({ COMMUNITY_NAME: 'Candle; Wick, \\Society' });

const ROW: CalendarRow & CalendarRevision = {
	id: '17',
	title: 'Game night',
	description: 'Bring a friend.',
	date: '2026-03-07T01:30:00+00:00',
	changed_at: '2026-01-02T03:04:05.678901+00:00',
	duration: 180,
	location: 'Town square',
	timezone: 'America/New_York',
	status: 'active',
	sequence: 0,
	signup_status: 'confirmed',
	place: null,
	position: null,
	standby: null,
	decision: null,
	is_storyteller: false,
	own_group: null,
};
const format = (rows: Partial<typeof ROW>[], reminderMinutes: readonly number[] = [1_440, 60]) =>
	formatCalendar(
		rows.map((row) => ({ ...ROW, ...row })),
		{ id: '3', reminderMinutes },
	);

/** Returns the events as node-ical reads them. */
const readEvents = (text: string) =>
	Object.values(nodeIcal.sync.parseICS(text)).filter((part) => part?.type === 'VEVENT');

/** Returns the events as ical.js reads them, with the zones of the text and not with its own. */
function readStrictly(text: string): ICAL.Event[] {
	const calendar = ICAL.Component.fromString(text);
	const zones = new Map(
		calendar
			.getAllSubcomponents('vtimezone')
			.map((zone) => [String(zone.getFirstPropertyValue('tzid')), new ICAL.Timezone(zone)]),
	);
	return calendar.getAllSubcomponents('vevent').map((component) => {
		for (const name of ['dtstart', 'dtend']) {
			const property = component.getFirstProperty(name);
			const zone = zones.get(String(property?.getParameter('tzid')));
			const time = property?.getFirstValue() as ICAL.Time;
			if (zone) time.zone = zone;
		}
		return new ICAL.Event(component);
	});
}

/** Returns the lines of the file, unfolded. */
const unfold = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

/** Returns the properties that follow a component inside the same component; RFC 5545, section 3.6, has them before. */
function listLateProperties(text: string): string[] {
	const late: string[] = [];
	const open: { name: string; hasComponent: boolean }[] = [];
	for (const line of unfold(text).slice(0, -1)) {
		const [, tag, name = ''] = /^(BEGIN|END):(\w+)$/.exec(line) ?? [];
		const parent = open.at(-1);
		if (tag === 'BEGIN') {
			if (parent) parent.hasComponent = true;
			open.push({ name, hasComponent: false });
		} else if (tag === 'END') {
			expect(open.pop()?.name).toBe(name);
		} else if (!parent || parent.hasComponent) {
			late.push(`${parent?.name}: ${line}`);
		}
	}
	expect(open).toEqual([]);
	return late;
}

describe('one event', () => {
	test('has everything that calendar programs read', async () => {
		const lines = unfold(await format([{ sequence: 3 }]));
		expect(lines).toEqual(
			expect.arrayContaining([
				'X-WR-CALNAME:Candle\\; Wick\\, \\\\Society',
				'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
				'X-PUBLISHED-TTL:PT1H',
				'UID:event-17@localhost:3000',
				'SEQUENCE:3',
				'DTSTAMP:20260102T030405Z',
				'LAST-MODIFIED:20260102T030405Z',
				'DTSTART;TZID=America/New_York:20260306T203000',
				'DTEND;TZID=America/New_York:20260306T233000',
				'SUMMARY:Game night',
				'LOCATION:Town square',
				'STATUS:CONFIRMED',
				'TRANSP:OPAQUE',
				`URL;VALUE=URI:${TEST_APP_URL}/events/17`,
				'TRIGGER:-P1D',
				'TRIGGER:-PT1H',
			]),
		);
		expect(lines.at(-1)).toBe('');
	});

	test.each<[string, Partial<typeof ROW>[], number[]]>([
		['in a zone, with alarms', [{}], [1_440, 60]],
		['in UTC, with an alarm', [{ timezone: 'UTC' }], [60]],
		['without alarms', [{}], []],
		['cancelled', [{ status: 'cancelled' }], [60]],
		['without an event', [], [60]],
		['in two zones', [{}, { id: '18', timezone: 'Asia/Tokyo' }, { id: '19' }], [60]],
		[
			'with components as texts',
			[{ title: 'BEGIN:VALARM', description: 'x\r\nEND:VALARM\r\n'.repeat(9) }],
			[60],
		],
	])('%s: each component has its properties before its components', async (_, rows, minutes) => {
		const text = await format(rows, minutes);
		expect(listLateProperties(text)).toEqual([]);
		// Two other parsers find the properties of the calendar and of the entries.
		const head = ICAL.Component.fromString(text);
		expect(String(head.getFirstPropertyValue('refresh-interval'))).toBe('PT1H');
		expect(nodeIcal.sync.parseICS(text).vcalendar).toMatchObject({ 'PUBLISHED-TTL': 'PT1H' });
		const ids = rows.map(({ id }) => id ?? ROW.id);
		expect(readEvents(text).map(({ url }) => String((url as unknown as { val: string }).val))).toEqual(
			ids.map((id) => `${TEST_APP_URL}/events/${id}`),
		);
		for (const { component } of readStrictly(text)) {
			expect(component.getAllSubcomponents('valarm')).toHaveLength(rows[0]?.status ? 0 : minutes.length);
			expect(component.getAllProperties().map(({ name }) => name)).toEqual(
				expect.arrayContaining(['status', 'url']),
			);
		}
	});

	test('without reminders it has no alarm', async () => {
		expect(await format([{}], [])).not.toContain('VALARM');
	});

	test.each(['UTC', 'Mars/Olympus'])('in the zone %s it is written in UTC', async (timezone) => {
		const text = await format([{ timezone }]);
		expect(text).toContain('DTSTART:20260307T013000Z\r\n');
		expect(text).not.toContain('VTIMEZONE');
	});

	test('a cancelled one is marked', async () => {
		expect(await format([{ status: 'cancelled' }])).toContain('STATUS:CANCELLED');
	});
});

test('the same rows give the same text', async () => {
	expect(await format([{}, { id: '18' }])).toBe(await format([{}, { id: '18' }]));
});

test('a calendar without events is valid', async () => {
	expect(readStrictly(await format([]))).toEqual([]);
});

test('a long calendar is made in parts, between which other work runs', async () => {
	const zones = ['America/New_York', 'Europe/Berlin', 'UTC', 'America/New_York'];
	const rows = Array.from({ length: 203 }, (_, i) => ({
		id: String(i),
		timezone: String(zones[i % 4]),
		// The last event of New York is at an hour that comes twice, and so is written in UTC.
		...(i === 200 || i === 199 ? { date: '2026-11-01T05:30:00+00:00' } : {}),
	}));
	let turns = 0;
	const count = () => {
		turns += 1;
		timer = setImmediate(count);
	};
	let timer = setImmediate(count);
	const text = await format(rows);
	clearImmediate(timer);
	expect(turns).toBeGreaterThanOrEqual(8);
	expect(readStrictly(text).map(({ uid }) => uid)).toEqual(
		rows.map(({ id }) => `event-${id}@localhost:3000`),
	);
	for (const tag of ['BEGIN:VCALENDAR', 'END:VCALENDAR', 'TZID:America/New_York', 'TZID:Europe/Berlin'])
		expect(unfold(text).filter((line) => line === tag)).toHaveLength(1);
	// A part is written like the whole of a calendar with its entries alone.
	expect(text).toContain((await format(rows.slice(0, 2))).split('BEGIN:VEVENT')[1]);
});

test('each zone is described once', async () => {
	const text = await format([{}, { id: '18' }, { id: '19', timezone: 'Europe/Berlin' }]);
	expect(unfold(text).filter((line) => /^TZID:/.test(line))).toEqual([
		'TZID:America/New_York',
		'TZID:Europe/Berlin',
	]);
});

describe('in the week of a clock change', () => {
	test.each([
		['America/New_York', '2026-03-05'],
		['Europe/London', '2026-10-22'],
		['Australia/Sydney', '2026-04-02'],
		['Australia/Adelaide', '2026-10-01'],
		['Asia/Kolkata', '2026-03-05'],
		['Asia/Tokyo', '2026-03-05'],
	])('two other parsers read the events of each day in %s right', async (timezone, firstDay) => {
		const dates = Array.from({ length: 336 }, (_, i) =>
			new Date(Date.parse(`${firstDay}T00:00:00Z`) + i * 30 * MINUTE_MS).toISOString(),
		);
		const text = await format(dates.map((date, i) => ({ id: String(i + 1), date, timezone })));
		expect(readStrictly(text).map(({ startDate, endDate }) => [toIso(startDate), toIso(endDate)])).toEqual(
			dates.map((date) => [date, new Date(Date.parse(date) + ROW.duration * MINUTE_MS).toISOString()]),
		);
		expect(readEvents(text).map(({ start }) => new Date(start).toISOString())).toEqual(dates);
	});

	const toIso = (time: ICAL.Time) => time.toJSDate().toISOString();
});

describe('imported twice', () => {
	/** Like a calendar program: an entry with the same UID is replaced when it is not older. */
	function importInto(known: Map<string, ICAL.Event>, text: string): void {
		for (const event of readStrictly(text)) {
			const old = known.get(event.uid);
			if (!old || event.sequence >= old.sequence) known.set(event.uid, event);
		}
	}

	test('has each event once, and updates a moved event', async () => {
		const known = new Map<string, ICAL.Event>();
		importInto(known, await format([{}, { id: '18' }]));
		importInto(known, await format([{}, { id: '18' }]));
		expect(known.size).toBe(2);
		importInto(known, await format([{ date: '2026-03-14T00:30:00+00:00', sequence: 1 }, { id: '18' }]));
		expect(known.size).toBe(2);
		const moved = known.get('event-17@localhost:3000');
		expect(moved?.sequence).toBe(1);
		expect(moved?.startDate.toJSDate().toISOString()).toBe('2026-03-14T00:30:00.000Z');
	});
});

describe('hostile texts', () => {
	const HOSTILE = [
		'\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil',
		'\nATTACH:file:///etc/passwd',
		'\\n\\;\\,',
		'a,b;c:d"e\\',
		'"; X=1:',
		'🩸🕰️👨‍👩‍👧‍👦',
		'é'.repeat(80),
		'漢'.repeat(90),
		'\u2028END:VCALENDAR',
		'\u0000\u0007\u001b[31m',
		'\u202Egnp.exe',
		' leading and trailing ',
		'\ttab',
	];
	const part = fc.oneof(
		fc.constantFrom(...HOSTILE),
		fc.string({ unit: 'binary', maxLength: 60 }),
		fc.string(),
	);
	// PostgreSQL stores neither.
	const text = fc.array(part, { maxLength: 5 }).map((parts) => parts.join('').replaceAll(/\p{Cs}/gu, ''));

	test('are read back as they are by two other parsers, in lines of at most 75 bytes', async () => {
		await fc.assert(
			fc.asyncProperty(text, text, text, async (title, description, location) => {
				const written = await format([{ title, description, location }]);
				for (const line of written.split('\r\n')) {
					expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
					expect(line).not.toMatch(/[\n\r\u2028\u2029\u0085]|\p{Cc}/u);
				}
				expect(written.isWellFormed()).toBe(true);
				expect(listLateProperties(written)).toEqual([]);
				const [event, ...others] = readStrictly(written);
				expect([others.length, readEvents(written).length]).toEqual([0, 1]);
				expect(event?.uid).toBe('event-17@localhost:3000');
				expect(event?.summary).toBe(toExpected(title));
				expect(event?.location ?? '').toBe(toExpected(location));
				const body = toExpected(description);
				const parts = ['You confirmed.', ...(body === '' ? [] : [body]), `${TEST_APP_URL}/events/17`];
				expect(event?.description).toBe(parts.join('\n\n'));
				expect(event?.component.getAllProperties().map(({ name }) => name)).not.toContain('attach');
			}),
			{ seed: 19, numRuns: 1_000 },
		);
	});

	const toExpected = (value: string) =>
		value
			.replaceAll('\t', ' ')
			.replaceAll(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')
			.replaceAll(/[^\P{Cc}\n]/gu, '');
});
