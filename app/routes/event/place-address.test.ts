import { expect, test } from 'vitest';
import { buildPlaceHref, toPageSearch } from './place-address.ts';

test.each(['', '?q=ann', '?q=ann+b&page=2', '?groups=open'])(
	'the page behind the dialog of a place keeps its own query “%s”',
	(search) => {
		const dialog = new URL(buildPlaceHref('7', '3', search), 'http://localhost');
		expect(dialog.pathname).toBe('/events/7/signups/3');
		expect(dialog.searchParams.has('place')).toBe(true);
		expect(toPageSearch(dialog.search)).toBe(search);
		expect(toPageSearch(search)).toBe(search);
	},
);
