import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeBoardNight, saveGroupsBehind } from '../support/board.ts';
import { expect, test } from '../support/fixtures.ts';
import { makePerson, makeSession } from '../support/rows.ts';

const ASSETS = path.join(process.cwd(), 'build', 'client', 'assets');

/** Returns the classes that each built stylesheet has rules for. */
async function readStyles(): Promise<Map<string, Set<string>>> {
	const names = (await readdir(ASSETS)).filter((name) => name.endsWith('.css'));
	const read = async (name: string) => {
		const text = await readFile(path.join(ASSETS, name), 'utf8');
		return [
			name,
			new Set(Array.from(text.matchAll(/\.([A-Za-z_][\w-]*)/g), ([, word = '']) => word)),
		] as const;
	};
	return new Map(await Promise.all(names.map(read)));
}

for (const role of ['player', 'admin'] as const) {
	test(`a page of a ${role} links the styles of all that it draws, and comes in few files`, async ({
		playwright,
		baseURL,
	}) => {
		const person = await makePerson({ role });
		const { night, of } = await makeBoardNight({ confirmed: ['ann', 'bob'], late: ['lara'] }, ['tess']);
		await saveGroupsBehind(night.id, [{ name: 'Owls', players: [of('ann')], teller: of('tess') }]);
		const event = `/events/${night.id}`;
		const pages = [
			...['/events', event, `${event}/signup`, '/profile', '/profile/preferences', '/profile/delete', '/faq'],
			...['/privacy-policy', '/api/docs'],
		];
		if (role === 'admin') {
			pages.push('/create-event', `${event}/edit`, `${event}/delete`, `${event}/preferences/${of('ann').id}`);
			pages.push('/admin', '/admin/events', '/admin/users', '/admin/signups', '/admin/audit');
			pages.push('/admin/template-events', '/admin/test-environment');
		}
		const styles = await readStyles();
		const ruled = new Set([...styles.values()].flatMap((classes) => [...classes]));
		const request = await playwright.request.newContext({
			baseURL,
			extraHTTPHeaders: { Cookie: `session=${await makeSession(person.id)}`, Accept: 'text/html' },
		});
		for (const page of pages) {
			const answer = await request.get(page, { maxRedirects: 0 });
			expect(answer.status(), page).toBe(200);
			const html = await answer.text();
			const files = new Set(
				Array.from(html.matchAll(/href="\/assets\/([^"]+\.(?:css|js))#?"/g), ([, file = '']) => file),
			);
			const linked = new Set([...files].flatMap((file) => [...(styles.get(file) ?? [])]));
			const drawn = new Set(
				Array.from(html.matchAll(/ class="([^"]+)"/g), ([, names = '']) => names.split(' ')).flat(),
			);
			const bare = [...drawn].filter((name) => ruled.has(name) && !linked.has(name));
			expect(bare, `${page}: classes whose styles are not linked`).toEqual([]);
			expect.soft(files.size, `${page}: files`).toBeLessThanOrEqual(45);
		}
		await request.dispose();
	});
}
