import { z } from 'zod';
import { CHECK_STATES } from '~/domain/discord/preflight.ts';
import { expect, test } from '../support/fixtures.ts';
import { createUser } from '../support/rows.ts';
import { expectRefusal, expectShape } from '../support/shapes.ts';

const ADDRESS = '/api/admin/discord-preflight';
const preflight = z.strictObject({
	checks: z.array(
		z.strictObject({
			key: z.string(),
			title: z.string(),
			state: z.enum(CHECK_STATES),
			remedy: z.string().nullable(),
			href: z.url().nullable(),
		}),
	),
	checked_at: z.iso.datetime(),
});

test('returns the bot’s permissions on Discord to an admin', async ({ api }) => {
	const request = await api(await createUser({ role: 'admin' }));
	const { checks } = await expectShape(await request.get(ADDRESS), 200, preflight);
	const states = Object.fromEntries(checks.map(({ key, state }) => [key, state]));
	expect(states).toMatchObject({
		token: 'ok',
		guild: 'ok',
		'create-events': 'ok',
		'manage-events': 'ok',
		'required-role': 'ok',
		'members-intent': 'ok',
	});
	expect(Object.keys(states)).toHaveLength(8);
	await expectRefusal(await request.post(ADDRESS), 405);
});

test('refuses everyone else', async ({ api }) => {
	for (const role of ['player', 'storyteller', 'creator'] as const) {
		await expectRefusal(await (await api(await createUser({ role }))).get(ADDRESS), 403);
	}
	await expectRefusal(await (await api(null)).get(ADDRESS), 401);
});
