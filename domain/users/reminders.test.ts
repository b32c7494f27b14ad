import { expect, test } from 'vitest';
import { announcementSettings } from '../admin/schema.ts';
import { PROFILE_TEXTS, profileInput } from './profile.ts';
import { formatReminders, parseReminderMinutes } from './reminders.ts';

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
