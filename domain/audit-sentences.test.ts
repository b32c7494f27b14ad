import { expect, test } from 'vitest';
import type { AuditItem } from './audit.ts';
import { describeChange, describeItem, ITEM } from './audit-sentences.ts';
import { AUDIT_ITEMS } from './limits.ts';

const describe = (action: string, type: string, detail: Record<string, unknown> = {}, count = 1) =>
	describeChange({
		...{
			id: '1',
			created_at: '2026-10-14T16:00:00Z',
			actor_id: '1',
			actor_name: 'JuniperFox',
			action,
			count,
		},
		items: [{ subject_type: type, subject_id: '7', subject_name: 'Wren', detail }],
	}).replace(ITEM, 'X');

test.each<[string, string, Record<string, unknown>, string]>([
	['users.setRole', 'user', { from: 'player', to: 'admin' }, 'set X’s role to admin (before: player)'],
	['users.setRole', 'user', { role: 'creator' }, 'set X’s role to creator'],
	['users.delete', 'user', {}, 'deleted X'],
	['users.updatePreferredUsernames', 'user', {}, 'updated the preferred username of X from Discord'],
	['events.create', 'event', {}, 'created X'],
	['events.update', 'event', {}, 'changed X'],
	['events.update', 'event', { changed: ['title'] }, 'changed the title of X'],
	[
		'events.update',
		'event',
		{ changed: ['title', 'date', 'imageId'] },
		'changed the title, date and picture of X',
	],
	['events.delete', 'event', { discordEventDeleted: true }, 'deleted X and its Discord event'],
	['events.delete', 'event', { discordEventDeleted: false }, 'deleted X'],
	['groups.save', 'event', { groups: 1 }, 'saved 1 group of X'],
	['groups.save', 'event', { groups: 2 }, 'saved 2 groups of X'],
	['settings.set', 'setting', { isSet: false }, 'cleared X'],
	['signups.amend', 'signup', { from: 'late', to: 'declined' }, 'changed X from late to declined'],
	['signups.update', 'signup', { from: 'late', to: 'late' }, 'changed X'],
	['testEnvironment.createUsers', 'test-data', { created: 30 }, 'created 30 test users'],
	['some.thing', 'event', {}, 'did “some.thing” with X'],
])('%s of a %s with %j', (action, type, detail, text) => expect(describe(action, type, detail)).toBe(text));

test.each<[string, string, Record<string, unknown>, number, string]>([
	['signups.setStatusMany', 'signup', { to: 'late' }, 28, 'set 28 signups to late'],
	['events.deleteMany', 'event', {}, 1_200, 'deleted 1,200 events'],
	[
		'users.updatePreferredUsernames',
		'user',
		{},
		3,
		'updated the preferred usernames of 3 users from Discord',
	],
	['users.setRole', 'user', { to: 'creator' }, 2, 'set 2 users’ role to creator'],
	['signups.deleteMany', 'signup', {}, AUDIT_ITEMS.counted + 1, 'deleted more than 10,000 signups'],
])('%s of many', (action, type, detail, count, text) =>
	expect(describe(action, type, detail, count)).toBe(text),
);

test.each<[string, string | null, string | null, string]>([
	['user', '7', 'Wren', 'Wren'],
	['user', '7', null, 'user 7'],
	['signup', '7', 'Wren, Autumn Fair', 'the signup of Wren, Autumn Fair'],
	['signup', '7', null, 'signup 7'],
	['comment', '7', 'Autumn Fair', 'a comment on Autumn Fair'],
	['setting', 'events_banner', null, 'setting events banner'],
	['test-data', null, null, 'test data'],
	['planet', '7', null, 'planet 7'],
])('the %s %j with the name %j is called “%4$s”', (subject_type, subject_id, subject_name, text) => {
	const item: AuditItem = { subject_type, subject_id, subject_name, detail: {} };
	expect(describeItem(item)).toBe(text);
});
