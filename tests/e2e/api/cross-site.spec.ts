import { readContract } from '../support/contract.ts';
import { expect, test } from '../support/fixtures.ts';
import { sendRequest } from '../support/raw-request.ts';
import { createUser, getSharedPool } from '../support/rows.ts';

const FORGED_BODY = Buffer.from(
	'{"body":"forged","value":"forged","preferredUsername":"forged","role":"player"}',
);

/** Returns what an attack could have written: rows of this user, or rows with the text of the attack. */
async function readProtectedRows(userId: string): Promise<unknown> {
	const { rows: found } = await getSharedPool().query(
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
	const { document, checkResponse } = await readContract(url);
	const user = await createUser({ role: 'admin' });
	const { xsrf } = await browserApi(user);
	const { xsrf: otherXsrf } = await browserApi(await createUser());
	const cookies = (token: string) => `session=${user.token}; XSRF-TOKEN=${token}`;
	const sibling = new URL(url);
	sibling.hostname = `evil.${sibling.hostname}`;
	const attacks: Record<string, Record<string, string>> = {
		'no header': { Cookie: cookies(xsrf) },
		'an empty header and cookie': { Cookie: cookies(''), 'X-XSRF-TOKEN': '' },
		'neither header nor cookie of the token': { Cookie: `session=${user.token}` },
		'a wrong header': { Cookie: cookies(xsrf), 'X-XSRF-TOKEN': 'x' },
		'a planted cookie': { Cookie: cookies('planted'), 'X-XSRF-TOKEN': 'planted' },
		'a planted cookie beside the real one': {
			Cookie: `XSRF-TOKEN=planted; ${cookies(xsrf)}`,
			'X-XSRF-TOKEN': 'planted',
		},
		'the token of another user': { Cookie: cookies(otherXsrf), 'X-XSRF-TOKEN': otherXsrf },
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
	const before = await readProtectedRows(user.id);
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
					const response = await sendRequest(url + path, {
						method,
						headers: { 'Content-Type': 'application/json', 'Content-Length': FORGED_BODY.length, ...headers },
						chunks: [FORGED_BODY],
					});
					expect.soft(response.status, `${method} ${path}: ${name}`).toBe(403);
					expect.soft(checkResponse(method, path, response.status, JSON.parse(response.body))).toBeNull();
				}),
			);
		});
	}
	expect(await readProtectedRows(user.id)).toEqual(before);
});

test('accepts a cookie with its token from our own origin or none; a Bearer token needs neither', async ({
	baseURL,
	browserApi,
}) => {
	const url = String(baseURL);
	const user = await createUser();
	const { xsrf } = await browserApi(user);
	const cookie = { Cookie: `session=${user.token}; XSRF-TOKEN=${xsrf}`, 'X-XSRF-TOKEN': xsrf };
	const bearer = { Authorization: `Bearer ${user.token}` };
	const allowed: Record<string, string>[] = [
		cookie,
		{ ...cookie, Origin: new URL(url).origin },
		{ ...cookie, 'Sec-Fetch-Site': 'same-origin' },
		{ ...cookie, 'Content-Type': 'text/plain' },
		bearer,
		{ ...bearer, Origin: 'https://elsewhere.example' },
		{ ...bearer, Origin: 'null' },
		{ ...bearer, 'Content-Type': 'text/plain', 'Sec-Fetch-Site': 'cross-site' },
	];
	for (const [index, headers] of allowed.entries()) {
		const response = await sendRequest(`${url}/api/auth/update-username`, {
			method: 'PUT',
			headers,
			chunks: [Buffer.from(JSON.stringify({ preferredUsername: `Wren ${index}` }))],
		});
		expect([response.status, JSON.parse(response.body).user?.preferredUsername]).toEqual([
			200,
			`Wren ${index}`,
		]);
	}
});
