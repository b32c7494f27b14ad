import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { toNumericUrl } from '../support/app-process.ts';
import { createBoardEvent, saveGroupsAsAnotherUser } from '../support/board.ts';
import { expect, test } from '../support/fixtures.ts';
import { sendRequest } from '../support/raw-request.ts';
import { addEventRow, createSession, createUser, getSharedPool } from '../support/rows.ts';

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

/**
 * Returns the size of these scripts on the wire, in kB. React and the router are 93, the addresses of all pages 3.5, what
 * keeps translated pages working 1, and what loads the welcome and the questions after a signup when they are needed 1.
 */
async function readScriptKb(files: Iterable<string>): Promise<number> {
	const scripts = [...files].filter((file) => file.endsWith('.js'));
	const copies = await Promise.all(scripts.map((file) => readFile(path.join(ASSETS, `${file}.br`))));
	return copies.reduce((sum, { length }) => sum + length / 1_000, 0);
}

test('every script, style and drawing of the build has a brotli copy', async () => {
	const folder = path.dirname(ASSETS);
	const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(css|js|svg)$/.test(name));
	expect(names.length).toBeGreaterThan(50);
	for (const name of names) {
		const copy = await readFile(path.join(folder, `${name}.br`));
		expect(brotliDecompressSync(copy).equals(await readFile(path.join(folder, name))), name).toBe(true);
	}
});

test('the addresses that browsers load contain no call of the API', async () => {
	const [name = ''] = (await readdir(ASSETS)).filter((file) => /^manifest-.*\.js$/.test(file));
	const text = await readFile(path.join(ASSETS, name), 'utf8');
	const { routes } = JSON.parse(text.slice(text.indexOf('=') + 1, -1)) as {
		routes: Record<string, { path?: string }>;
	};
	const paths = Object.values(routes).map((route) => route.path);
	expect(paths).toContain('events/:eventId');
	expect(paths.filter((address) => address?.startsWith('api/'))).toEqual(['api/docs']);
});

test('a first visit of a full list has at most 21 kB of HTML', async ({ baseURL }) => {
	const users = await Promise.all(Array.from({ length: 12 }, () => createUser()));
	// After the events of other tests, which are the first ones of the page.
	const events = await Promise.all(
		Array.from({ length: 30 }, (_, index) => addEventRow({ inHours: 2_000 + index * 24 })),
	);
	await getSharedPool().query(
		`INSERT INTO signups (event_id, user_id, status)
		SELECT event_id, user_id, (ARRAY['confirmed', 'late', 'tentative', 'declined'])[1 + user_id % 4]
		FROM unnest($1::bigint[]) event_id, unnest($2::bigint[]) user_id`,
		[events.map(({ id }) => id), users.map(({ id }) => id)],
	);
	const read = (headers: Record<string, string>) =>
		sendRequest(`${toNumericUrl(String(baseURL))}/events`, {
			method: 'GET',
			headers: { Cookie: `session=${users[0]?.token}`, ...headers },
		});
	expect((await read({})).body.match(/<article/g)?.length).toBe(30);
	const { headers } = await read({ 'Accept-Encoding': 'gzip, deflate, br, zstd' });
	expect(headers['content-encoding']).toBe('br');
	expect(Number(headers['content-length'])).toBeLessThan(21_000);
});

for (const role of ['player', 'admin'] as const) {
	test(`a page of a ${role} links the styles of all its classes and loads few files`, async ({
		playwright,
		baseURL,
	}) => {
		const user = await createUser({ role });
		const { event, getUser } = await createBoardEvent({ confirmed: ['ann', 'bob'], late: ['lara'] }, [
			'tess',
		]);
		await saveGroupsAsAnotherUser(event.id, [
			{ name: 'Owls', players: [getUser('ann')], storyteller: getUser('tess') },
		]);
		const eventPath = `/events/${event.id}`;
		const pages = [
			...[
				'/events',
				eventPath,
				`${eventPath}/signup`,
				'/profile',
				'/profile/preferences',
				'/profile/delete',
				'/faq',
			],
			...['/privacy-policy', '/api/docs'],
		];
		if (role === 'admin') {
			pages.push(
				'/create-event',
				`${eventPath}/edit`,
				`${eventPath}/delete`,
				`${eventPath}/preferences/${getUser('ann').id}`,
			);
			pages.push('/admin', '/admin/events', '/admin/users', '/admin/signups', '/admin/audit');
			pages.push('/admin/template-events', '/admin/test-environment');
		}
		const styles = await readStyles();
		const styledClasses = new Set([...styles.values()].flatMap((classes) => [...classes]));
		const request = await playwright.request.newContext({
			baseURL: toNumericUrl(String(baseURL)),
			extraHTTPHeaders: { Cookie: `session=${await createSession(user.id)}`, Accept: 'text/html' },
		});
		for (const page of pages) {
			const response = await request.get(page, { maxRedirects: 0 });
			expect(response.status(), page).toBe(200);
			const html = await response.text();
			const files = new Set(
				Array.from(html.matchAll(/href="\/assets\/([^"]+\.(?:css|js))#?"/g), ([, file = '']) => file),
			);
			const linkedClasses = new Set([...files].flatMap((file) => [...(styles.get(file) ?? [])]));
			const usedClasses = new Set(
				Array.from(html.matchAll(/ class="([^"]+)"/g), ([, names = '']) => names.split(' ')).flat(),
			);
			const unstyledClasses = [...usedClasses].filter(
				(name) => styledClasses.has(name) && !linkedClasses.has(name),
			);
			expect(unstyledClasses, `${page}: classes whose styles are not linked`).toEqual([]);
			expect.soft(files.size, `${page}: files`).toBeLessThanOrEqual(45);
			if (page === '/events') expect.soft(await readScriptKb(files), page).toBeLessThan(135);
			const preloads = html.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
			expect.soft(preloads.length, `${page}: preloaded scripts`).toBeGreaterThan(0);
			const urgent = preloads.filter((link) => !link.includes('fetchPriority="low"'));
			expect.soft(urgent, `${page}: scripts that load before what the page shows`).toEqual([]);
		}
		await request.dispose();
	});
}
