import { expect, test } from 'vitest';
import type { AuditItem } from './audit.ts';
import { describeAuditItem, describeChange, ITEM } from './audit-sentences.ts';
import { AUDIT_ITEMS } from './limits.ts';

const describeAll = (action: string, type: string, details: Record<string, unknown>[], count: number) =>
	describeChange({
		id: '1',
		created_at: '2026-10-14T16:00:00Z',
		actor_id: '1',
		actor_name: 'JuniperFox',
		action,
		canUndo: false,
		count,
		items: details.map((detail) => ({ subject_type: type, subject_id: '7', subject_name: 'Wren', detail })),
	}).replace(ITEM, 'X');
const describe = (action: string, type: string, detail: Record<string, unknown> = {}, count = 1) =>
	describeAll(action, type, [detail], count);

test.each<[string, string, Record<string, unknown>, string]>([
	['users.setRole', 'user', { from: 'player', to: 'admin' }, 'set X’s role to admin (before: player)'],
	['users.setRole', 'user', { role: 'creator' }, 'set X’s role to creator'],
	[
		'users.setRole',
		'user',
		{ from: 'player', to: 'admin', by: 'ADMIN_DISCORD_IDS' },
		'set X’s role to admin (before: player) because of ADMIN_DISCORD_IDS',
	],
	['users.delete', 'user', {}, 'deleted X'],
	['users.updatePreferredUsernames', 'user', {}, 'updated the preferred username of X from Discord'],
	['events.create', 'event', {}, 'created X'],
	['events.update', 'event', {}, 'changed X'],
	['events.update', 'event', { changed: ['title'] }, 'changed the title of X'],
	[
		'events.update',
		'event',
		{ changed: ['title', 'date', 'imageId'] },
		'changed the title, date and image of X',
	],
	['events.delete', 'event', { discordEventDeleted: true }, 'deleted X and its Discord event'],
	['events.delete', 'event', { discordEventDeleted: false }, 'deleted X'],
	['events.deleteMany', 'event', { discordEventDeleted: true }, 'deleted X and its Discord event'],
	['events.nudge', 'event', { recipients: 1 }, 'asked 1 user without a signup about X'],
	['events.nudge', 'event', { recipients: 12 }, 'asked 12 users without a signup about X'],
	['events.createTemplateWeek', 'event', { day: 'monday' }, 'created X from the weekly template'],
	[
		'discord.import',
		'event',
		{ signupsImported: 12, usersCreated: 3, usersUpdated: 1 },
		'imported X from Discord (signups: 12, new users: 3, updated users: 1)',
	],
	['groups.save', 'event', { groups: 0 }, 'removed all groups of X'],
	['groups.save', 'event', { groups: 1 }, 'saved 1 group of X'],
	['groups.save', 'event', { groups: 2 }, 'saved 2 groups of X'],
	['settings.set', 'setting', { isSet: false }, 'cleared X'],
	[
		'departures.confirm',
		'setting',
		{ users: 7 },
		'confirmed that 7 members left the server or lost the required role',
	],
	['signups.amend', 'signup', { from: 'late', to: 'declined' }, 'changed X from late to declined'],
	['signups.update', 'signup', { from: 'late', to: 'late' }, 'changed X'],
	['places.move', 'signup', { to: 'placed', reason: 'Brings the game' }, 'gave X a place (Brings the game)'],
	['places.callStandbys', 'event', { recipients: 2 }, 'called 2 players for X'],
	['places.move', 'signup', { to: 'waiting' }, 'moved X to the waitlist'],
	['signups.setStatusMany', 'signup', { from: 'late', to: 'declined' }, 'set X to declined (before: late)'],
	['signups.deleteMany', 'signup', { status: 'late' }, 'deleted X (status: late)'],
	['testEnvironment.createUsers', 'test-data', { created: 30 }, 'created 30 test users'],
	['testEnvironment.createUsers', 'test-data', { created: 1 }, 'created 1 test user'],
	['some.thing', 'event', {}, 'did “some.thing” with X'],
])('%s of a %s with %j', (action, type, detail, text) => expect(describe(action, type, detail)).toBe(text));

test.each<[string, string, Record<string, unknown>, number, string]>([
	['signups.setStatusMany', 'signup', { from: 'declined', to: 'late' }, 28, 'set 28 signups to late'],
	['events.deleteMany', 'event', { discordEventDeleted: true }, 1_200, 'deleted 1,200 events'],
	[
		'users.updatePreferredUsernames',
		'user',
		{},
		3,
		'updated the preferred usernames of 3 users from Discord',
	],
	['users.setRole', 'user', { to: 'creator' }, 2, 'set 2 users’ roles to creator'],
	['signups.deleteMany', 'signup', {}, AUDIT_ITEMS.counted + 1, 'deleted more than 10,000 signups'],
])('%s of many', (action, type, detail, count, text) =>
	expect(describe(action, type, detail, count)).toBe(text),
);

test.each<[string, string, Record<string, unknown>[], string]>([
	['settings.set', 'setting', [{ isSet: false }, { isSet: true }], 'changed 2 settings'],
	['settings.set', 'setting', [{ isSet: true }, { isSet: false }], 'changed 2 settings'],
	['settings.set', 'setting', [{ isSet: false }, { isSet: false }], 'cleared 2 settings'],
	['users.setRole', 'user', [{ to: 'admin' }, { to: 'player' }], 'changed 2 users'],
	[
		'signups.setStatusMany',
		'signup',
		[
			{ from: 'late', to: 'declined' },
			{ from: 'confirmed', to: 'declined' },
		],
		'set 2 signups to declined',
	],
	['signups.deleteMany', 'signup', [{ status: 'late' }, { status: 'declined' }], 'deleted 2 signups'],
	[
		'events.deleteMany',
		'event',
		[{ discordEventDeleted: true }, { discordEventDeleted: false }],
		'deleted 2 events',
	],
])('%s of many %ss with %j', (action, type, details, text) =>
	expect(describeAll(action, type, details, details.length)).toBe(text),
);

test.each<[string, string | null, string | null, string]>([
	['user', '7', 'Wren', 'Wren'],
	['user', '7', null, 'user 7'],
	['signup', '7', 'Wren, Autumn Fair', 'the signup of Wren, Autumn Fair'],
	['signup', '7', null, 'signup 7'],
	['comment', '7', 'Autumn Fair', 'a comment on Autumn Fair'],
	['setting', 'events_banner', null, 'the setting “Events banner”'],
	['setting', 'auto_split_config', null, 'the setting “Auto-Split”'],
	['setting', 'announcement_channel_id', null, 'the setting “Announcement channel”'],
	['setting', 'reminder_minutes', null, 'the setting “Reminders”'],
	['setting', 'link_previews', null, 'the setting “Link previews”'],
	['test-data', null, null, 'test data'],
	['planet', '7', null, 'planet 7'],
])('the %s %j with the name %j is called “%4$s”', (subject_type, subject_id, subject_name, text) => {
	const item: AuditItem = { subject_type, subject_id, subject_name, detail: {} };
	expect(describeAuditItem(item)).toBe(text);
});
