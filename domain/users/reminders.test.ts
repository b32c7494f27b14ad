import { describe, expect, test } from 'vitest';
import { announcementSettings } from '../admin/schema.ts';
import { HOUR_MS, MINUTE_MS } from '../limits.ts';
import { PROFILE_TEXTS, profileInput } from './profile.ts';
import {
	chooseReminder,
	formatReminders,
	listReminderTimes,
	parseReminderMinutes,
	type QuietHours,
} from './reminders.ts';

test.each([
	[null, [1_440, 60]],
	['', []],
	['60', [60]],
	['60,1440', [1_440, 60]],
	['10080,1440,180,60', [10_080, 1_440, 180, 60]],
	['5,60', [60]],
])('the setting %j means %j', (value, expected) => {
	expect(parseReminderMinutes(value)).toEqual(expected);
});

test.each([
	[[1_440, 60], '24 hours and 1 hour before each event'],
	[[60, 180, 10_080], '1 week, 3 hours and 1 hour before each event'],
	[[180], '3 hours before each event'],
	[[], 'No reminders'],
])('%j is called “%s”', (minutes, text) => expect(formatReminders(minutes)).toBe(text));

test.each([
	['', ''],
	['60', '60'],
	['60,1440,60', '1440,60'],
	['60,180,1440,10080', '10080,1440,180,60'],
])('an admin can set the times %j, which are saved as %j', (value, saved) =>
	expect(announcementSettings.reminder_minutes.parse(value)).toBe(saved),
);

test.each(['5', '60,', ',', '1440;60', ' 60', '1e2', '60.0', 'default', null, 60])(
	'an admin cannot set the times %j',
	(value) => {
		const { error } = announcementSettings.reminder_minutes.safeParse(value);
		expect(error?.issues.map(({ message }) => message)).toEqual([
			"Please choose from 10080, 1440, 180 and 60 minutes, such as '1440,60'",
		]);
	},
);

const night = { from: '22:30', to: '08:00', timezone: 'Europe/Berlin' };

test.each<[object, object]>([
	[{}, {}],
	[
		{ reminder_minutes: null, quiet_hours: null },
		{ reminder_minutes: null, quiet_hours: null },
	],
	[{ reminder_minutes: [] }, { reminder_minutes: [] }],
	[{ reminder_way: 'thread' }, { reminder_way: 'thread' }],
	[{ reminder_way: null }, { reminder_way: null }],
	[{ reminder_minutes: [60, 10_080, 60] }, { reminder_minutes: [10_080, 60] }],
	[{ quiet_hours: { ...night, color: 'dark' } }, { quiet_hours: night }],
	[{ quiet_hours: { ...night, from: '22:30:00', to: '08:00:59.000' } }, { quiet_hours: night }],
	[
		{ quiet_hours: { ...night, from: '00:00', to: '23:59', timezone: 'UTC' } },
		{ quiet_hours: { from: '00:00', to: '23:59', timezone: 'UTC' } },
	],
])('the profile takes %j as %j', (body, expected) => expect(profileInput.parse(body)).toEqual(expected));

test.each<[object, string, string]>([
	[{ reminder_minutes: [30] }, 'reminder_minutes.0', PROFILE_TEXTS.noReminders],
	[{ reminder_minutes: ['60'] }, 'reminder_minutes.0', PROFILE_TEXTS.noReminders],
	[{ reminder_minutes: '1440,60' }, 'reminder_minutes', PROFILE_TEXTS.noReminders],
	[{ reminder_way: 'email' }, 'reminder_way', PROFILE_TEXTS.noReminderWay],
	[{ reminder_way: '' }, 'reminder_way', PROFILE_TEXTS.noReminderWay],
	[{ quiet_hours: '22:30-08:00' }, 'quiet_hours', PROFILE_TEXTS.noQuietHours],
	[{ quiet_hours: { ...night, from: '' } }, 'quiet_hours.from', PROFILE_TEXTS.noTime],
	[{ quiet_hours: { ...night, from: undefined } }, 'quiet_hours.from', PROFILE_TEXTS.noTime],
	[{ quiet_hours: { ...night, to: '24:00' } }, 'quiet_hours.to', PROFILE_TEXTS.noTime],
	[{ quiet_hours: { ...night, to: '8:00' } }, 'quiet_hours.to', PROFILE_TEXTS.noTime],
	[{ quiet_hours: { ...night, to: '22:30' } }, 'quiet_hours.to', PROFILE_TEXTS.sameTimes],
	[{ quiet_hours: { ...night, timezone: 'Mars/Base' } }, 'quiet_hours.timezone', PROFILE_TEXTS.noZone],
	[{ quiet_hours: { ...night, timezone: null } }, 'quiet_hours.timezone', PROFILE_TEXTS.noZone],
])('the profile refuses %j', (body, field, text) => {
	const { error } = profileInput.safeParse(body);
	expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([[field, text]]);
});

const NEW_YORK = 'America/New_York';
const quiet = (from: string, to: string, timezone = 'UTC'): QuietHours => ({ from, to, timezone });

describe('listReminderTimes', () => {
	test.each<[string, string, number[], QuietHours | null, [number, string][]]>([
		['no reminders', '2030-01-10T20:00Z', [], null, []],
		[
			'the chosen times, earliest first',
			'2030-01-10T20:00Z',
			[60, 10_080, 180, 1_440],
			null,
			[
				[10_080, '2030-01-03T20:00Z'],
				[1_440, '2030-01-09T20:00Z'],
				[180, '2030-01-10T17:00Z'],
				[60, '2030-01-10T19:00Z'],
			],
		],
		[
			'24 hours are 24 hours, also over a clock change',
			'2030-03-10T20:00Z',
			[1_440],
			quiet('22:00', '07:00', NEW_YORK),
			[[1_440, '2030-03-09T20:00Z']],
		],
		[
			'in quiet hours: at their end',
			'2030-01-10T02:00Z',
			[1_440, 180],
			quiet('01:00', '08:30'),
			[
				[1_440, '2030-01-09T08:30Z'],
				[180, '2030-01-09T23:00Z'],
			],
		],
		[
			'in quiet hours that end too late: shortly before them',
			'2030-01-10T08:00Z',
			[180],
			quiet('22:00', '07:46'),
			[[180, '2030-01-09T21:50Z']],
		],
		[
			'in quiet hours that end just early enough',
			'2030-01-10T08:00Z',
			[180],
			quiet('22:00', '07:45'),
			[[180, '2030-01-10T07:45Z']],
		],
		[
			'two at the end of the same quiet hours are one',
			'2030-01-10T09:00Z',
			[180, 60],
			quiet('22:00', '08:30'),
			[[60, '2030-01-10T08:30Z']],
		],
		[
			'two before the same quiet hours are one',
			'2030-01-10T03:00Z',
			[1_440, 180, 60],
			quiet('22:00', '07:00'),
			[
				[1_440, '2030-01-09T07:00Z'],
				[60, '2030-01-09T21:50Z'],
			],
		],
		[
			'one that is due just before the time of the next is the same',
			'2030-01-10T00:55Z',
			[180, 60],
			quiet('22:00', '07:00'),
			[[60, '2030-01-09T21:55Z']],
		],
		[
			'quiet hours that end when clocks go forward',
			'2030-03-10T09:00Z',
			[180],
			quiet('22:00', '02:30', NEW_YORK),
			[[180, '2030-03-10T07:00Z']],
		],
		[
			'quiet hours that end after clocks go back',
			'2030-11-03T13:00Z',
			[180, 60],
			quiet('22:00', '06:30', NEW_YORK),
			[
				[180, '2030-11-03T11:30Z'],
				[60, '2030-11-03T12:00Z'],
			],
		],
		[
			'quiet hours that begin before clocks go back and end after the start',
			'2030-11-03T07:00Z',
			[60],
			quiet('01:30', '09:00', NEW_YORK),
			// One hour before is the second 1:00 in New York, which is not quiet.
			[[60, '2030-11-03T06:00Z']],
		],
	])('%s', (_, startsAt, minutes, quietHours, expected) => {
		expect(listReminderTimes({ startsAt: new Date(startsAt), minutes, quietHours })).toEqual(
			expected.map(([before, sendAt]) => ({ minutes: before, sendAt: new Date(sendAt) })),
		);
	});
});

describe('chooseReminder', () => {
	const startsAt = new Date('2030-01-10T20:00Z');
	const before = (minutes: number) => new Date(startsAt.getTime() - minutes * MINUTE_MS);
	const known = { knownSince: new Date('2029-12-01T00:00Z'), planned: null };

	test.each<[string, Partial<{ now: Date; knownSince: Date; planned: number | null }>, number | null]>([
		['before its time', { now: new Date(before(1_440).getTime() - 1) }, null],
		['at its time', { now: before(1_440) }, 1_440],
		['when it is planned', { now: before(1_440), planned: 1_440 }, null],
		['when the week before is planned', { now: before(1_440), planned: 10_080 }, 1_440],
		['a merged one when it is planned', { now: before(1_440), planned: 60 }, null],
		['the last one that is due', { now: before(60) }, 60],
		['the next one', { now: before(60), planned: 180 }, 60],
		['after an outage of six hours', { now: new Date(before(1_440).getTime() + 6 * HOUR_MS) }, 1_440],
		['after a longer outage', { now: new Date(before(1_440).getTime() + 6 * HOUR_MS + 1) }, null],
		['a quarter of an hour before the start', { now: before(15) }, 60],
		['too late to be useful', { now: before(14) }, null],
		['for a signup from then', { now: before(180), knownSince: before(180) }, 180],
		['for a signup from later', { now: before(30), knownSince: before(30) }, null],
	])('%s', (_, facts, minutes) => {
		const chosen = chooseReminder(
			{ startsAt, minutes: [1_440, 180, 60], quietHours: null },
			{ now: startsAt, ...known, ...facts },
		);
		expect(chosen?.minutes ?? null).toBe(minutes);
	});
});
