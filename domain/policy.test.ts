import { describe, expect, test } from 'vitest';
import { ROLES } from './people/roles.ts';
import { type Action, can, mayAttempt, policy } from './policy.ts';

const actor = (role: (typeof ROLES)[number]) => ({ id: '1', role });

/** The least role of every action, as the spec's section 6 has it; a new action needs a line here. */
const LEAST: Record<Action, (typeof ROLES)[number]> = {
	'auth.me': 'player',
	'auth.logout': 'player',
	'auth.updateUsername': 'player',
	'profile.setTheme': 'player',
	'settings.readSite': 'player',
	'events.list': 'player',
	'events.listUpcoming': 'player',
	'events.read': 'player',
	'events.create': 'creator',
	'events.update': 'creator',
	'events.delete': 'creator',
	'signups.put': 'player',
	'signups.remove': 'player',
	'signups.update': 'player',
	'signups.listOwn': 'player',
	'signups.readNotes': 'player',
	'comments.list': 'player',
	'comments.readDiscussion': 'player',
	'comments.create': 'player',
	'comments.delete': 'player',
	'admin.open': 'admin',
};

describe.each(Object.keys(policy) as Action[])('%s', (action) => {
	test('is for nobody who is not signed in', () => expect(mayAttempt(null, action)).toBe(false));
	test.each(ROLES)('as %s', (role) => {
		expect(mayAttempt(actor(role), action)).toBe(ROLES.indexOf(role) >= ROLES.indexOf(LEAST[action]));
	});
});

describe('somebody else’s', () => {
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
		['comments.delete', 'player', '1', true],
		['comments.delete', 'player', '2', false],
		['comments.delete', 'storyteller', '2', false],
		['comments.delete', 'creator', '2', true],
		['comments.delete', 'admin', '2', true],
	] as const)('%s as %s of what belongs to %s: %s', (action, role, userId, allowed) => {
		expect(can(actor(role), action, { userId })).toBe(allowed);
	});

	test('a subject that was not named is refused', () =>
		expect(can(actor('admin'), 'signups.update')).toBe(false));
});
