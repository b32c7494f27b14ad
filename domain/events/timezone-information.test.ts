import { expect, test } from 'vitest';
import { describeTimes } from './timezone-information.ts';

const FRIDAY = { date: '2026-10-16', time: '20:30', timezone: 'America/New_York' };

test('describes an Eastern time for a viewer in Berlin', () => {
	expect(describeTimes(FRIDAY, 'Europe/Berlin')).toEqual({
		selected: { text: 'Fri, Oct 16, 8:30 PM', note: 'Eastern, UTC-4' },
		utc: { text: 'Sat, Oct 17, 00:30', note: '2026-10-17T00:30:00Z' },
		yours: { text: 'Sat, Oct 17, 2:30 AM', note: 'Berlin, UTC+2 (next day).' },
	});
});

test.each([
	[{ ...FRIDAY, timezone: 'Asia/Tokyo' }, 'America/New_York', 'Fri, Oct 16, 7:30 AM', 'Eastern, UTC-4.'],
	[
		{ ...FRIDAY, time: '08:30', timezone: 'Asia/Tokyo' },
		'America/New_York',
		'Thu, Oct 15, 7:30 PM',
		'Eastern, UTC-4 (previous day).',
	],
	[FRIDAY, 'Asia/Kolkata', 'Sat, Oct 17, 6:00 AM', 'Kolkata, UTC+5:30 (next day).'],
	[
		{ ...FRIDAY, timezone: 'UTC' },
		null,
		'Fri, Oct 16, 4:30 PM',
		"Eastern, UTC-4. We don't know your time zone yet.",
	],
])('%j from %s', (choice, zone, text, note) => {
	expect(describeTimes(choice, zone)).toMatchObject({ yours: { text, note } });
});

test.each(['0005-03-03', '0000-01-01', '1999-12-31', '2100-01-01', '12026-03-03', 'soon'])(
	'%s is no date of an event',
	(date) =>
		expect(describeTimes({ ...FRIDAY, date }, 'UTC')).toEqual({
			error: 'Please enter a date from 2000 to 2099',
		}),
);

test.each([
	[{ ...FRIDAY, date: '' }, 'Choose a date to see times'],
	[{ ...FRIDAY, time: '' }, 'Please enter a time'],
	[{ ...FRIDAY, date: '2027-03-14', time: '02:30' }, '2:30 AM does not exist on that day: clocks go forward'],
])('%j is not described', (choice, error) => expect(describeTimes(choice, 'UTC')).toEqual({ error }));
