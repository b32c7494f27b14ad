import { describe, expect, test } from 'vitest';
import { type Action, can, canAttempt, needsSession, policy } from './policy.ts';
import { ROLES } from './users/roles.ts';

const actor = (role: (typeof ROLES)[number]) => ({ id: '1', role });

/** The lowest role for every action, according to the spec's section 6; a new action needs a line here. */
const MINIMUM_ROLE: Record<Action, (typeof ROLES)[number]> = {
	'auth.me': 'player',
	'auth.logout': 'player',
	'auth.updateUsername': 'player',
	'profile.setTheme': 'player',
	'profile.read': 'player',
	'profile.update': 'player',
	'profile.setSwitches': 'player',
	'calendar.readLink': 'player',
	'calendar.renewLink': 'player',
	'calendar.revokeLink': 'player',
	'calendar.readFeed': 'player',
	'calendar.readEvent': 'player',
	'profile.delete': 'player',
	'profile.export': 'player',
	'preferences.read': 'player',
	'preferences.save': 'player',
	'linking.check': 'player',
	'linking.link': 'player',
	'tokens.list': 'player',
	'tokens.create': 'player',
	'tokens.revoke': 'player',
	'sessions.list': 'player',
	'sessions.end': 'player',
	'sessions.endOthers': 'player',
	'users.list': 'player',
	'users.search': 'player',
	'settings.readSite': 'player',
	'events.list': 'player',
	'events.listUpcoming': 'player',
	'events.listPast': 'player',
	'events.read': 'player',
	'events.watch': 'player',
	'events.listTimes': 'creator',
	'events.create': 'creator',
	'events.update': 'creator',
	'events.delete': 'creator',
	'events.cancel': 'creator',
	'events.reinstate': 'creator',
	'events.startSeries': 'creator',
	'events.updateSeries': 'creator',
	'events.endSeries': 'creator',
	'events.retryMirror': 'creator',
	'events.chooseTime': 'creator',
	'events.postAnnouncement': 'creator',
	'events.readNudge': 'creator',
	'events.nudge': 'creator',
	'messages.send': 'storyteller',
	'images.read': 'player',
	'images.upload': 'creator',
	'polls.list': 'player',
	'polls.read': 'player',
	'polls.vote': 'player',
	'polls.create': 'creator',
	'polls.update': 'creator',
	'polls.withdraw': 'creator',
	'polls.choose': 'creator',
	'storytellers.list': 'player',
	'places.answer': 'player',
	'places.callStandbys': 'creator',
	'places.move': 'creator',
	'signups.put': 'player',
	'signups.remove': 'player',
	'signups.add': 'creator',
	'signups.update': 'player',
	'signups.setRegular': 'player',
	'signups.endRegular': 'player',
	'signups.listOwn': 'player',
	'signups.readNotes': 'player',
	'signups.readMembership': 'creator',
	'signups.readTimes': 'player',
	'comments.list': 'player',
	'comments.readDiscussion': 'player',
	'comments.create': 'player',
	'comments.delete': 'player',
	'groups.read': 'player',
	'groups.save': 'creator',
	'groups.edit': 'creator',
	'groups.nextRound': 'creator',
	'groups.autoSplit': 'creator',
	'groups.post': 'creator',
	'attendance.read': 'player',
	'attendance.save': 'player',
	'groups.setWinner': 'player',
	'scripts.vote': 'player',
	'scripts.ask': 'creator',
	'scripts.list': 'player',
	'scripts.add': 'storyteller',
	'scripts.delete': 'storyteller',
	'groups.readTable': 'player',
	'groups.readPreferences': 'creator',
	'botc.next': 'player',
	'botc.events': 'player',
	'botc.signup': 'player',
	'botc.leave': 'player',
	'botc.notes': 'player',
	'botc.undo': 'player',
	'botc.groups': 'player',
	'botc.plan': 'creator',
	'discord.listMirrors': 'admin',
	'discord.retryMirror': 'admin',
	'discord.listChannels': 'admin',
	'discord.readPreflight': 'admin',
	'admin.open': 'admin',
	'admin.readStats': 'admin',
	'settings.read': 'admin',
	'settings.set': 'admin',
	'settings.save': 'admin',
	'settings.saveAnnouncements': 'admin',
	'announcements.postLost': 'admin',
	'departures.confirm': 'admin',
	'users.listAll': 'admin',
	'users.setRole': 'admin',
	'users.delete': 'admin',
	'events.listAll': 'admin',
	'events.matchAll': 'admin',
	'events.deleteMany': 'admin',
	'signups.listAll': 'admin',
	'signups.matchAll': 'admin',
	'signups.amend': 'creator',
	'signups.setStatusMany': 'admin',
	'signups.deleteMany': 'admin',
	'events.createTemplateWeek': 'admin',
	'statistics.read': 'admin',
	'health.read': 'admin',
	'audit.list': 'admin',
	'audit.listOwn': 'creator',
	'audit.undo': 'player',
	'events.export': 'admin',
	'signups.export': 'admin',
	'testEnvironment.read': 'admin',
	'testEnvironment.createUsers': 'admin',
	'testEnvironment.createEvent': 'admin',
	'testEnvironment.signUpUsers': 'admin',
	'testEnvironment.clearData': 'admin',
	'testEnvironment.addPreferences': 'admin',
	'testEnvironment.regeneratePreferences': 'admin',
	'discord.listEvents': 'admin',
	'discord.import': 'admin',
	'users.readServerNames': 'admin',
	'users.updatePreferredUsernames': 'admin',
};

describe.each(Object.keys(policy) as Action[])('%s', (action) => {
	test('is refused without a session', () => expect(canAttempt(null, action)).toBe(false));
	test.each(ROLES)('as %s', (role) => {
		expect(canAttempt(actor(role), action)).toBe(ROLES.indexOf(role) >= ROLES.indexOf(MINIMUM_ROLE[action]));
	});
});

test('an API token has the permissions of its user, except for actions that need a session', () => {
	const token = { ...actor('admin'), isApiToken: true } as const;
	const actions = Object.keys(policy) as Action[];
	const refused = actions.filter((action) => !canAttempt(token, action));
	expect(refused).toEqual([
		'auth.logout',
		'calendar.readLink',
		'calendar.renewLink',
		'profile.delete',
		'linking.link',
		'tokens.create',
		'sessions.end',
		'sessions.endOthers',
	]);
	expect(actions.filter((action) => needsSession(token, action))).toEqual(refused);
	expect(actions.filter((action) => needsSession(actor('player'), action))).toEqual([]);
});

describe('actions on a subject of another user', () => {
	test.each([
		['signups.update', 'player', '1', true],
		['signups.update', 'player', '2', false],
		['signups.update', 'storyteller', '2', false],
		['signups.update', 'creator', '2', true],
		['signups.update', 'admin', '2', true],
		['signups.readNotes', 'player', '1', true],
		['signups.readNotes', 'player', '2', false],
		['signups.readNotes', 'storyteller', '2', false],
		['signups.readNotes', 'creator', '2', true],
		['signups.readTimes', 'player', '1', true],
		['signups.readTimes', 'storyteller', '2', false],
		['signups.readTimes', 'creator', '2', true],
		['comments.delete', 'player', '1', true],
		['comments.delete', 'player', '2', false],
		['comments.delete', 'storyteller', '2', false],
		['comments.delete', 'creator', '2', true],
		['comments.delete', 'admin', '2', true],
		['scripts.delete', 'storyteller', '1', true],
		['scripts.delete', 'storyteller', '2', false],
		['scripts.delete', 'creator', '2', true],
		['users.delete', 'admin', '1', false],
		['users.delete', 'admin', '2', true],
	] as const)('%s as %s on a subject of user %s: %s', (action, role, userId, allowed) => {
		expect(can(actor(role), action, { userId })).toBe(allowed);
	});

	test('a storyteller of the event reads the times of its players', () => {
		const subject = { userId: '2', isStoryteller: true };
		expect(can(actor('player'), 'signups.readTimes', subject)).toBe(true);
		expect(can(actor('player'), 'signups.readNotes', subject)).toBe(false);
	});

	test('storytellers write to the group that they lead, with the role only', () => {
		for (const [role, isStoryteller, allowed] of [
			['player', true, false],
			['storyteller', false, false],
			['storyteller', true, true],
			['creator', false, true],
		] as const)
			expect(can(actor(role), 'messages.send', { isStoryteller })).toBe(allowed);
	});

	test('a missing subject is refused', () => expect(can(actor('admin'), 'signups.update')).toBe(false));
});
