import { expect, it } from 'vitest';
import { ROLES } from '~/domain/users/roles.ts';
import { listNavPages } from './nav-pages.ts';

const pages = {
	player: ['/events'],
	storyteller: ['/events', '/scripts'],
	creator: ['/events', '/create-event', '/scripts', '/changes'],
	admin: ['/events', '/create-event', '/admin', '/admin/users', '/scripts', '/changes'],
};

it.each(ROLES)('a %s may open the pages of the role', (role) => {
	expect(listNavPages({ id: '1', role })).toEqual(pages[role]);
});

it('a visitor may open none of them', () => {
	expect(listNavPages(null)).toEqual([]);
});
