import { expect, test } from 'vitest';
import { shouldResume } from './interrupted-navigation.ts';

const AT = { pathname: '/events', search: '', hash: '' };

test.each([
	['/events/7', AT, 'reload', true],
	['/events?view=past#list', AT, 'navigate', true],
	['/events#list', AT, 'navigate', true],
	// It has arrived.
	['/events', AT, 'reload', false],
	['/events?view=past', { ...AT, search: '?view=past' }, 'reload', false],
	// The user went elsewhere.
	['/events/7', AT, 'navigate', false],
	['/events/7', AT, 'back_forward', false],
	['/events/7', AT, undefined, false],
	['/eventsX', AT, 'navigate', false],
])('%s after a load of %o (%s): %s', (target, location, type, isResumed) => {
	expect(shouldResume(target, location, type)).toBe(isResumed);
});
