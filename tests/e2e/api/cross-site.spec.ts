import { readContract } from '../support/contract.ts';
import { expect, test } from '../support/fixtures.ts';
import { sendRequest } from '../support/raw-request.ts';
import { makePerson, rows } from '../support/rows.ts';

const BODY = Buffer.from('{"body":"forged","value":"forged","preferredUsername":"forged","role":"player"}');

/** Returns what an attack could have written: rows of this user, or rows with the text of the attack. */
async function photograph(userId: string): Promise<unknown> {
	const { rows: found } = await rows().query(
		`SELECT u.role, u.preferred_username, u.theme, u.notifications,
			(SELECT count(*) FROM settings WHERE value = 'forged') AS settings,
			(SELECT count(*) FROM comments WHERE body = 'forged' OR user_id = u.id) AS comments,
			(SELECT count(*) FROM signups WHERE user_id = u.id) AS signups,
			(SELECT count(*) FROM sessions WHERE user_id = u.id) AS sessions,
			(SELECT count(*) FROM idempotency_keys WHERE actor_scope = u.id::text) AS keys
		FROM users u WHERE u.id = $1`,
		[userId],
	);
	return found[0];
}

test('every write with a session cookie needs its XSRF token and our own origin', async ({
	baseURL,
	browserApi,
}) => {
	const url = String(baseURL);
	const { document, judge } = await readContract(url);
	const person = await makePerson({ role: 'admin' });
	const { xsrf } = await browserApi(person);
	const { xsrf: foreign } = await browserApi(await makePerson());
	const cookies = (token: string) => `session=${person.token}; XSRF-TOKEN=${token}`;
	const sibling = new URL(url);
	sibling.hostname = `evil.${sibling.hostname}`;
	const attacks: Record<string, Record<string, string>> = {
		'no header': { Cookie: cookies(xsrf) },
		'an empty header and cookie': { Cookie: cookies(''), 'X-XSRF-TOKEN': '' },
		'neither header nor cookie of the token': { Cookie: `session=${person.token}` },
		'a wrong header': { Cookie: cookies(xsrf), 'X-XSRF-TOKEN': 'x' },
		'a planted cookie': { Cookie: cookies('planted'), 'X-XSRF-TOKEN': 'planted' },
		'a planted cookie beside the real one': {
			Cookie: `XSRF-TOKEN=planted; ${cookies(xsrf)}`,
			'X-XSRF-TOKEN': 'planted',
		},
		'the token of somebody else': { Cookie: cookies(foreign), 'X-XSRF-TOKEN': foreign },
		'another site': { Cookie: cookies(xsrf), 'X-XSRF-TOKEN': xsrf, Origin: 'https://evil.example' },
		'a sibling of our domain': { Cookie: cookies(xsrf), 'X-XSRF-TOKEN': xsrf, Origin: sibling.origin },
		'our host on another port': {
			Cookie: cookies(xsrf),
			'X-XSRF-TOKEN': xsrf,
			Origin: `${sibling.protocol}//localhost:1`,
		},
		'Origin null': { Cookie: cookies(xsrf), 'X-XSRF-TOKEN': xsrf, Origin: 'null' },
		'cross-site by Sec-Fetch-Site': {
			Cookie: cookies(xsrf),
			'X-XSRF-TOKEN': xsrf,
			'Sec-Fetch-Site': 'cross-site',
		},
		'same-site by Sec-Fetch-Site': {
			Cookie: cookies(xsrf),
			'X-XSRF-TOKEN': xsrf,
			'Sec-Fetch-Site': 'same-site',
		},
		'a body of plain text, as forms of other sites can send it': {
			Cookie: cookies(xsrf),
			'Content-Type': 'text/plain',
		},
	};
	const before = await photograph(person.id);
	const writes = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.keys(methods)
			.filter((method) => method !== 'get')
			.map((method) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1')] as const),
	);
	expect(writes.length).toBeGreaterThan(15);
	for (const [method, path] of writes) {
		await test.step(`${method} ${path}`, async () => {
			await Promise.all(
				Object.entries(attacks).map(async ([name, headers]) => {
					const answer = await sendRequest(url + path, {
						method,
						headers: { 'Content-Type': 'application/json', 'Content-Length': BODY.length, ...headers },
						chunks: [BODY],
					});
					expect.soft(answer.status, `${method} ${path}: ${name}`).toBe(403);
					expect.soft(judge(method, path, answer.status, JSON.parse(answer.body))).toBeNull();
				}),
			);
		});
	}
	expect(await photograph(person.id)).toEqual(before);
});

test('with the token a cookie may write, from our own origin or from none; a Bearer token needs neither', async ({
	baseURL,
	browserApi,
}) => {
	const url = String(baseURL);
	const person = await makePerson();
	const { xsrf } = await browserApi(person);
	const cookie = { Cookie: `session=${person.token}; XSRF-TOKEN=${xsrf}`, 'X-XSRF-TOKEN': xsrf };
	const bearer = { Authorization: `Bearer ${person.token}` };
	const good: Record<string, string>[] = [
		cookie,
		{ ...cookie, Origin: new URL(url).origin },
		{ ...cookie, 'Sec-Fetch-Site': 'same-origin' },
		{ ...cookie, 'Content-Type': 'text/plain' },
		bearer,
		{ ...bearer, Origin: 'https://elsewhere.example' },
		{ ...bearer, Origin: 'null' },
		{ ...bearer, 'Content-Type': 'text/plain', 'Sec-Fetch-Site': 'cross-site' },
	];
	for (const [index, headers] of good.entries()) {
		const answer = await sendRequest(`${url}/api/auth/update-username`, {
			method: 'PUT',
			headers,
			chunks: [Buffer.from(JSON.stringify({ preferredUsername: `Wren ${index}` }))],
		});
		expect([answer.status, JSON.parse(answer.body).user?.preferredUsername]).toEqual([200, `Wren ${index}`]);
	}
});
