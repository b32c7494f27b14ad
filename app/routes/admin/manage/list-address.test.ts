import { describe, expect, test } from 'vitest';
import { addSelectionToHref, buildListHref, readAddress } from './list-address.ts';

describe('a list’s address', () => {
	test('reads only known parameters that are not empty', () => {
		const query = new URLSearchParams('q=wren&status=&sort=-date&selected=1-2&foreign=1');
		expect(readAddress(query)).toEqual({ q: 'wren', sort: '-date' });
	});

	test.each([
		[{}, undefined, '/admin/users'],
		[{ q: 'a b' }, undefined, '/admin/users?q=a+b'],
		[{ q: 'a', cursor: 'x' }, undefined, '/admin/users?q=a&cursor=x'],
		[{ q: 'a', cursor: 'x' }, { sort: 'name' }, '/admin/users?q=a&sort=name'],
		[{ q: 'a', cursor: 'x' }, { cursor: 'y' }, '/admin/users?q=a&cursor=y'],
		[{ q: 'a' }, { q: '' }, '/admin/users'],
	])('%j changed by %j', (address, changes, href) => {
		expect(buildListHref('/admin/users', address, changes)).toBe(href);
	});

	test('includes a selection unless it is too long', () => {
		expect(addSelectionToHref('/admin/signups', '')).toBe('/admin/signups?selected=');
		expect(addSelectionToHref('/admin/signups?q=a', '1-2')).toBe('/admin/signups?q=a&selected=1-2');
		expect(addSelectionToHref('/admin/signups', 'z'.repeat(1_501))).toBe('/admin/signups');
	});
});
