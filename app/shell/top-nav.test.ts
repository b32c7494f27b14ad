import { expect, it } from 'vitest';
import { ROLES } from '~/domain/users/roles.ts';
import { listLinks } from './top-nav.tsx';

const labels = {
	player: ['Events'],
	storyteller: ['Events'],
	creator: ['Events', 'Create Event'],
	admin: ['Events', 'Create Event', 'Admin', 'User Management'],
};

it.each(ROLES)('shows a %s the links of the role', (role) => {
	expect(listLinks({ id: '1', role }).map(({ label }) => label)).toEqual(labels[role]);
});

it('shows no links without a signed-in user', () => {
	expect(listLinks(null)).toEqual([]);
});
