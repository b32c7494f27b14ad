import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import type { StandInState } from '~/tests/mocks/discord/state.ts';
import { listAddresses } from '../support/addresses.ts';
import { findFreePort, startApp, waitForStatus } from '../support/app-process.ts';
import { REQUESTS } from '../support/authorization-requests.ts';
import { saveGroupsAsAnotherUser } from '../support/board.ts';
import { test as base, expect } from '../support/fixtures.ts';
import { addCommentRow, addEventRow, createSignup, createUser } from '../support/rows.ts';

/** Runs tests with a build that has React's and React Router's warnings, on the shared database. */
const test = base.extend<object, { server: { url: string; output: () => string; discord: StandInState } }>({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
		async ({}, use) => {
			const env = { ...process.env, NODE_ENV: 'development' };
			await promisify(execFile)(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'build'], {
				env,
			});
			const standIn = createDiscordStandIn({ personas: [] });
			const discordServer = await serveDiscordStandIn(standIn);
			const app = startApp(
				await findFreePort(),
				{
					...standInEnvironment(discordServer.url),
					...{ DATABASE_URL: String(process.env.E2E_DATABASE_URL), DISCORD_SERVICE: 'off' },
					...{ LOG_LEVEL: 'error', NODE_ENV: 'development' },
				},
				{ command: [path.join('build', 'development', 'server', 'index.js')] },
			);
			await waitForStatus(app, '/readyz', 200, 60_000);
			await use({ url: app.url, output: app.output, discord: standIn.state });
			await app.stop();
			await discordServer.close();
		},
		{ scope: 'worker', timeout: 180_000 },
	],
	baseURL: async ({ server }, use) => use(server.url),
});

/** The request of the authorization table whose ids and query a page needs. */
const REQUEST_NAMES: Record<string, string> = {
	'/events/{eventId}/signups/{signupId}': 'GET /events/{eventId}/signups/{signupId} foreign',
};
const SIGNED_OUT = ['/', '/login', '/profile/deleted'];

/** Inputs that work before the script has loaded become controlled ones after it. */
const BECOMES_CONTROLLED = 'A component is changing an uncontrolled input to be controlled';
test.use({ expectedErrors: [BECOMES_CONTROLLED] });

/** Returns whether React has compared the whole page, the groups editor included, and has reported the differences. */
function isFullyHydrated(): boolean {
	const findOwn = (node: object | null, prefix: string) =>
		Object.entries(node ?? {}).find(([key]) => key.startsWith(prefix))?.[1];
	const button = document.querySelector('#groups button');
	const root = findOwn(document, '__reactContainer$');
	return (
		root?.stateNode.current.memoizedState.isDehydrated === false &&
		(!button || findOwn(button, '__reactProps$'))
	);
}

test('no page has a warning of React when it is loaded', async ({ page, visit, signInAs, server }) => {
	test.setTimeout(120_000);
	const warnings: string[] = [];
	let address = '';
	page.on('console', (message) => {
		if (!['error', 'warning'].includes(message.type())) return;
		if (!message.text().startsWith(BECOMES_CONTROLLED)) warnings.push(`${address}: ${message.text()}`);
	});
	const pages = listAddresses().filter(({ isPage }) => isPage);
	const open = async (query = '', ids: Record<string, string> = {}) => {
		const pagePath = address.replaceAll(/\{(\w+)\}/g, (_, name) => String(ids[name]));
		await visit(pagePath + query);
		await page.waitForFunction(isFullyHydrated);
		// The page after a deletion opens /login after a second.
		if (!SIGNED_OUT.includes(address)) expect(new URL(page.url()).pathname).toBe(pagePath);
	};
	for (address of SIGNED_OUT) await open();
	const actor = await signInAs({ role: 'admin' });
	const other = await createUser();
	const event = await addEventRow({ creatorId: other.id });
	const [late, declined] = [await createUser(), await createUser()];
	await createSignup(event.id, late.id, 'late', 'some words');
	await createSignup(event.id, declined.id, 'declined');
	await createSignup(event.id, actor.id, 'confirmed', 'mine');
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Owls', players: [actor, late, declined] }]);
	await addCommentRow(event.id, other.id, 'Who brings the board?');
	address = '/events';
	await open('?view=past');
	for (address of pages.map((each) => each.address).filter((each) => !SIGNED_OUT.includes(each))) {
		const buildRequest = REQUESTS[REQUEST_NAMES[address] ?? `GET ${address}`];
		const ownEvent = buildRequest ? await addEventRow({ creatorId: other.id }) : event;
		const request = await buildRequest?.({ actor, other, event: ownEvent, discord: server.discord });
		await open(request?.query, { eventId: ownEvent.id, ...request?.ids });
	}
	expect(warnings).toEqual([]);
	expect(server.output()).toBe('');
});
