import { expect, it } from 'vitest';
import { ROLES } from '~/domain/people/roles.ts';
import { listLinks } from './top-nav.tsx';

const labels = {
	player: ['Events'],
	storyteller: ['Events'],
	creator: ['Events', 'Create Event'],
	admin: ['Events', 'Create Event', 'Admin'],
};

it.each(ROLES)('shows a %s the links of the role', (role) => {
	expect(listLinks({ id: '1', role }).map(({ label }) => label)).toEqual(labels[role]);
});

it('shows a stranger none', () => {
	expect(listLinks(null)).toEqual([]);
});
