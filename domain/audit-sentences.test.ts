import { expect, test } from 'vitest';
import type { AuditChange, AuditItem } from './audit.ts';
import type { UndoableAction } from './audit-sentences.ts';
import {
	type AuditedAction,
	describeAuditItem,
	describeChange,
	describeWholeChange,
	ITEM,
} from './audit-sentences.ts';
import { AUDIT_ITEMS } from './limits.ts';

const AT = '2026-10-14T16:00:00Z';
const RAVENSWOOD = { id: '7', title: 'Ravenswood Weekly', date: '2026-12-19T01:30:00Z', isDeleted: false };
const toItem = (values: Partial<AuditItem>): AuditItem => ({
	subject_type: 'event',
	subject_id: '7',
	subject_name: null,
	user_name: null,
	event: null,
	undone: null,
	detail: {},
	...values,
});
const toChange = (values: Partial<AuditChange>): AuditChange => ({
	id: '1',
	created_at: AT,
	actor_id: '1',
	actor_name: 'Priya',
	action: 'events.update',
	undoable_until: null,
	undone_by: null,
	count: 1,
	items: [],
	...values,
});

const describeAll = (action: string, type: string, details: Record<string, unknown>[], count: number) =>
	describeChange(
		toChange({ action, count, items: details.map((detail) => toItem({ subject_type: type, detail })) }),
	).replace(ITEM, 'X');
const describe = (action: string, type: string, detail: Record<string, unknown> = {}, count = 1) =>
	describeAll(action, type, [detail], count);

/** For each action its sentences: kind of subject, detail, words after the actor. The compiler wants every action. */
const SENTENCES: Record<AuditedAction, [string, Record<string, unknown>, string][]> = {
	'users.setRole': [
		['user', { from: 'player', to: 'admin' }, 'set X’s role to admin (before: player)'],
		['user', { role: 'creator' }, 'set X’s role to creator'],
		[
			'user',
			{ from: 'player', to: 'admin', by: 'ADMIN_DISCORD_IDS' },
			'set X’s role to admin (before: player) because of ADMIN_DISCORD_IDS',
		],
	],
	'users.delete': [['user', {}, 'deleted X']],
	'users.updatePreferredUsernames': [['user', {}, 'updated the preferred username of X from Discord']],
	'events.create': [['event', {}, 'created X']],
	'events.chooseTime': [['event', {}, 'sent our time of X to Discord']],
	'events.update': [
		['event', {}, 'changed X'],
		['event', { changed: ['title'] }, 'changed the title of X'],
		['event', { changed: ['title', 'date', 'imageId'] }, 'changed the title, start and image of X'],
		[
			'event',
			{ changed: ['capacity', 'minimumPlayers', 'onTooFew', 'storytellers'] },
			'changed the places, players needed, what happens with too few players and storytellers of X',
		],
	],
	'events.cancel': [['event', {}, 'cancelled X']],
	'polls.create': [['poll', {}, 'asked for a date for X']],
	'polls.update': [['poll', {}, 'changed the poll X']],
	'polls.withdraw': [['poll', {}, 'withdrew the poll X']],
	'polls.choose': [
		['poll', { signups: 0 }, 'chose the date of X'],
		['poll', { signups: 12 }, 'chose the date of X, with 12 signups'],
	],
	'events.reinstate': [['event', {}, 'reinstated X']],
	'events.startSeries': [
		['event', { interval_weeks: 1 }, 'made X repeat every week'],
		['event', { interval_weeks: 2 }, 'made X repeat every 2 weeks'],
		[
			'event',
			{ rule: { months: 1, weekdays: [{ nth: 1, weekday: 2 }] }, until: '2030-06-01' },
			'made X repeat every month on the first Tuesday until Jun 1st, 2030',
		],
	],
	'events.updateSeries': [
		['event', { interval_weeks: 2, until: null }, 'changed the series of X to every 2 weeks'],
		[
			'event',
			{ interval_weeks: 1, until: '2030-06-01' },
			'changed the series of X to every week until Jun 1st, 2030',
		],
	],
	'events.endSeries': [
		['event', { deleted: 0 }, 'ended the series of X'],
		['event', { deleted: 1 }, 'ended the series of X and deleted 1 later event'],
		['event', { deleted: 3 }, 'ended the series of X and deleted 3 later events'],
	],
	'events.delete': [
		['event', { discordEventDeleted: true }, 'deleted X and its Discord event'],
		['event', { discordEventDeleted: false, signups: 0 }, 'deleted X'],
		['event', { discordEventDeleted: false, signups: 12 }, 'deleted X, with 12 signups'],
		['event', { discordEventDeleted: true, signups: 1 }, 'deleted X, with 1 signup and its Discord event'],
	],
	'events.deleteMany': [
		['event', { discordEventDeleted: true, signups: 2 }, 'deleted X, with 2 signups and its Discord event'],
	],
	'events.createTemplateWeek': [['event', { day: 'monday' }, 'created X from the weekly template']],
	'events.nudge': [
		['event', { recipients: 1 }, 'asked 1 user without a signup about X'],
		['event', { recipients: 12 }, 'asked 12 users without a signup about X'],
	],
	'events.retryMirror': [['event', {}, 'posted X to Discord again']],
	'events.postAnnouncement': [['event', {}, 'posted X to Discord again']],
	'discord.retryMirror': [['event', {}, 'posted X to Discord again']],
	'discord.import': [
		[
			'event',
			{ signupsImported: 12, usersCreated: 3, usersUpdated: 1 },
			'imported X from Discord, with 12 signups, 3 new users and 1 updated user',
		],
		['event', { signupsImported: 0, usersCreated: 0, usersUpdated: 0 }, 'imported X from Discord'],
	],
	'attendance.save': [
		['event', { players: 3 }, 'marked 3 players in the roll call of X'],
		['event', { players: 18, absent: 0 }, 'marked 18 players in the roll call of X'],
		['event', { players: 3, absent: 2 }, 'marked 3 players (2 absent) in the roll call of X'],
	],
	'images.upload': [['image', {}, 'uploaded X']],
	'comments.delete': [['comment', {}, 'deleted X']],
	'groups.save': [
		['event', { groups: 0 }, 'removed all groups of X'],
		['event', { groups: 1 }, 'saved 1 group of X'],
		['event', { groups: 2 }, 'saved 2 groups of X'],
	],
	'groups.nextRound': [['event', { round: 2 }, 'began round 2 of X']],
	'groups.edit': [['event', {}, 'changed the groups of X']],
	'groups.post': [['event', {}, 'posted the groups of X on Discord']],
	'groups.autoSplit': [['event', {}, 'used Auto-Split for X']],
	'groups.setWinner': [
		['event', { winner: 'good' }, 'saved a result of X'],
		['event', { winner: null }, 'cleared a result of X'],
	],
	'scripts.ask': [
		['event', { scripts: 0 }, 'ended the question about scripts of X'],
		['event', { scripts: 2 }, 'asked about 2 scripts for X'],
	],
	'scripts.add': [['script', {}, 'added the script X']],
	'scripts.delete': [['script', {}, 'removed X from the library']],
	'settings.set': [
		['setting', { isSet: false }, 'cleared X'],
		['setting', { isSet: true }, 'changed X'],
	],
	'departures.confirm': [
		['setting', { users: 7 }, 'confirmed that 7 members left the server or lost the required role'],
	],
	'messages.send': [
		['event', { to: 'players', way: 'direct', recipients: 12 }, 'sent a message to 12 players of X'],
		['event', { to: 'waiting', recipients: 1 }, 'sent a message to 1 player on the waitlist of X'],
		['event', { to: 'group', recipients: 7 }, 'sent a message to 7 players of a group of X'],
	],
	'places.callStandbys': [['event', { recipients: 2 }, 'called 2 players for X']],
	'places.move': [
		['signup', { to: 'placed', reason: 'Brings the game' }, 'gave X a place (Brings the game)'],
		['signup', { to: 'waiting' }, 'moved X to the waitlist'],
	],
	'signups.add': [
		['signup', { from: null, to: 'late' }, 'added X (late)'],
		['signup', { from: 'late', to: 'declined' }, 'changed X from late to declined'],
	],
	'signups.amend': [['signup', { from: 'late', to: 'declined' }, 'changed X from late to declined']],
	'signups.update': [['signup', { from: 'late', to: 'late' }, 'changed X']],
	'signups.setStatusMany': [['signup', { from: 'late', to: 'declined' }, 'set X to declined (before: late)']],
	'signups.deleteMany': [['signup', { status: 'late' }, 'deleted X (status: late)']],
	'audit.undo': [
		['change', { events: 1, signups: 12, groups: 0, comments: 0 }, 'undid X (1 event, 12 signups)'],
		['change', { events: 0, signups: 0, groups: 0, comments: 0 }, 'undid X'],
	],
	'testEnvironment.createUsers': [
		['test-data', { created: 30 }, 'created 30 test users'],
		['test-data', { created: 1 }, 'created 1 test user'],
	],
	'testEnvironment.createEvent': [['event', {}, 'created the test event X']],
	'testEnvironment.signUpUsers': [['event', {}, 'signed up test users for X']],
	'testEnvironment.clearData': [['test-data', {}, 'cleared the test data']],
	'testEnvironment.addPreferences': [['test-data', {}, 'added preferences to test users']],
	'testEnvironment.regeneratePreferences': [['test-data', {}, 'regenerated the preferences of test users']],
};

test.each(
	Object.entries(SENTENCES).flatMap(([action, cases]) => cases.map((one) => [action, ...one] as const)),
)('%s of a %s with %j', (action, type, detail, text) => expect(describe(action, type, detail)).toBe(text));

test('an action of an older version', () =>
	expect(describe('some.thing', 'event')).toBe('did “some.thing” with X'));

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

test.each<[string, Partial<AuditItem>, number, string]>([
	[
		'signup',
		{ event: RAVENSWOOD },
		2,
		'moved 2 signups for Ravenswood Weekly of Fri, Dec 18 to the waitlist',
	],
	['signup', { event: { ...RAVENSWOOD, id: '8' } }, 2, 'moved 2 signups to the waitlist'],
	['signup', { event: null }, 2, 'moved 2 signups to the waitlist'],
	['signup', { event: RAVENSWOOD }, 3, 'moved 3 signups to the waitlist'],
	['event', { event: RAVENSWOOD }, 2, 'moved 2 events to the waitlist'],
])('%s of one event, the second one %j, %i in all', (type, second, count, text) => {
	const items = [{ event: RAVENSWOOD }, second].map((one) => toItem({ subject_type: type, ...one }));
	expect(describeChange(toChange({ action: 'places.move', count, items }))).toBe(text);
});

const YEAR = '2027-01-09T01:30:00Z';
test.each<[Partial<AuditItem>, string]>([
	[{ subject_type: 'user', subject_name: 'Wren' }, 'Wren'],
	[{ subject_type: 'user' }, 'user 7'],
	[{ subject_type: 'script', subject_name: 'Trouble' }, 'Trouble'],
	// 8:30 PM on Friday in New York.
	[{ event: RAVENSWOOD }, 'Ravenswood Weekly of Fri, Dec 18'],
	[{ event: { ...RAVENSWOOD, isDeleted: true } }, 'Ravenswood Weekly of Fri, Dec 18'],
	[{ event: { ...RAVENSWOOD, date: YEAR } }, 'Ravenswood Weekly of Fri, Jan 8, 2027'],
	[{ event: { ...RAVENSWOOD, title: 'ערב' } }, '\u2068ערב\u2069 of Fri, Dec 18'],
	[{}, 'event 7'],
	[
		{ subject_type: 'signup', user_name: 'Wren', event: RAVENSWOOD },
		'Wren’s signup for Ravenswood Weekly of Fri, Dec 18',
	],
	[{ subject_type: 'signup', event: RAVENSWOOD }, 'a signup for Ravenswood Weekly of Fri, Dec 18'],
	[{ subject_type: 'signup', user_name: 'Wren' }, 'signup 7'],
	[
		{ subject_type: 'comment', user_name: 'Wren', event: RAVENSWOOD },
		'Wren’s comment on Ravenswood Weekly of Fri, Dec 18',
	],
	[{ subject_type: 'comment', event: RAVENSWOOD }, 'a comment on Ravenswood Weekly of Fri, Dec 18'],
	[{ subject_type: 'setting', subject_id: 'events_banner' }, 'the setting “Events banner”'],
	[{ subject_type: 'setting', subject_id: 'auto_split_config' }, 'the setting “Auto-Split”'],
	[{ subject_type: 'setting', subject_id: 'announcement_channel_id' }, 'the setting “Announcement channel”'],
	[{ subject_type: 'setting', subject_id: 'reminder_minutes' }, 'the setting “Reminders”'],
	[{ subject_type: 'setting', subject_id: 'reminder_way' }, 'the setting “Where reminders are sent”'],
	[{ subject_type: 'setting', subject_id: 'link_previews' }, 'the setting “Link previews”'],
	[{ subject_type: 'test-data', subject_id: null }, 'test data'],
	[{ subject_type: 'change' }, 'change 7'],
	[{ subject_type: 'planet' }, 'planet 7'],
])('the item %j is called “%s”', (item, text) => expect(describeAuditItem(toItem(item), AT)).toBe(text));

/** For each action that can be undone what an undo is called. The compiler wants every action. */
const UNDONE: Record<UndoableAction, [number, string]> = {
	'events.delete': [1, 'the deletion of Ravenswood Weekly of Fri, Dec 18'],
	'events.deleteMany': [3, 'the deletion of 3 events'],
	'events.endSeries': [1, 'the end of the series of Ravenswood Weekly of Fri, Dec 18'],
	'events.cancel': [1, 'the cancellation of Ravenswood Weekly of Fri, Dec 18'],
	'events.update': [1, 'a change of Ravenswood Weekly of Fri, Dec 18'],
	'events.createTemplateWeek': [7, 'the creation of 7 events from the weekly template'],
	'polls.update': [1, 'a change of the poll Ravenswood Weekly of Fri, Dec 18'],
	'polls.withdraw': [1, 'the withdrawal of the poll Ravenswood Weekly of Fri, Dec 18'],
	'polls.choose': [1, 'the choice of the date of Ravenswood Weekly of Fri, Dec 18'],
	'signups.add': [1, 'a change of Ravenswood Weekly of Fri, Dec 18'],
	'signups.deleteMany': [2, 'the deletion of 2 events'],
	'signups.setStatusMany': [1, 'the new status of Ravenswood Weekly of Fri, Dec 18'],
	'comments.delete': [1, 'the deletion of Ravenswood Weekly of Fri, Dec 18'],
	'groups.save': [1, 'a change of the groups of Ravenswood Weekly of Fri, Dec 18'],
	'settings.set': [1, 'a change of Ravenswood Weekly of Fri, Dec 18'],
	'users.setRole': [1, 'a change of the role of Ravenswood Weekly of Fri, Dec 18'],
};
test.each(Object.entries(UNDONE))('an undo of %s', (undone, [count, text]) => {
	const change = { item: toItem({ event: RAVENSWOOD }), count };
	expect(describeAuditItem(toItem({ subject_type: 'change', detail: { undone }, undone: change }), AT)).toBe(
		text,
	);
});

test.each<[Partial<AuditChange>, string]>([
	[{}, 'Priya deleted Ravenswood Weekly of Fri, Dec 18, with 12 signups'],
	[{ actor_name: null }, 'User 1 (deleted) deleted Ravenswood Weekly of Fri, Dec 18, with 12 signups'],
	[
		{ actor_id: null, actor_name: null },
		'Automatic: deleted Ravenswood Weekly of Fri, Dec 18, with 12 signups',
	],
	[{ actor_name: 'יעל', count: 2 }, '\u2068יעל\u2069 deleted 2 events'],
	[{ items: [toItem({ event: { ...RAVENSWOOD, title: '$& $1' } })] }, 'Priya deleted $& $1 of Fri, Dec 18'],
])('a whole sentence with %j', (values, text) => {
	const items = [toItem({ event: RAVENSWOOD, detail: { signups: 12 } })];
	expect(describeWholeChange(toChange({ action: 'events.delete', items, ...values }))).toBe(text);
});
