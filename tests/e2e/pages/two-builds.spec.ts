import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import type { StandInState } from '~/tests/mocks/discord/state.ts';
import { startTcpProxy } from '~/tests/support/tcp-proxy.ts';
import { findFreePorts, startApp, waitForStatus } from '../support/app-process.ts';
import { deleteEventsOf, listEventsOf } from '../support/event-rows.ts';
import { openEveryPage, SIGNED_OUT } from '../support/every-page.ts';
import { test as base, expect, type Started } from '../support/fixtures.ts';
import { getCard, getSignupRows } from '../support/pages.ts';
import { addEventRow } from '../support/rows.ts';

type TestServer = {
	url: string;
	output: () => string;
	discord: StandInState;
	/** Lets the ordinary build take over, as an upgrade does. Returns a function that undoes it. */
	upgrade: () => Promise<() => Promise<void>>;
};

async function startServer(): Promise<Started<TestServer>> {
	// `npm test` has made it beside the ordinary build.
	if (!process.env.E2E_HAS_DEVELOPMENT_BUILD)
		await promisify(execFile)('npm', ['run', '--silent', 'build:development']);
	const standIn = createDiscordStandIn({ personas: [] });
	const discordServer = await serveDiscordStandIn(standIn);
	const [port, nextPort] = await findFreePorts(2);
	const proxy = await startTcpProxy(`http://localhost:${port}`);
	const start = async (...[at, more, options]: Parameters<typeof startApp>) => {
		const app = startApp(
			at,
			{
				...standInEnvironment(discordServer.url),
				DATABASE_URL: String(process.env.E2E_DATABASE_URL),
				DISCORD_SERVICE: 'off',
				LOG_LEVEL: 'error',
				APP_URL: proxy.url,
				...more,
			},
			options,
		);
		await waitForStatus(app, '/readyz', 200, 60_000);
		return app;
	};
	const app = await start(
		Number(port),
		{ NODE_ENV: 'development' },
		{ command: [path.join('build', 'development', 'server', 'index.js')] },
	);
	const upgrade = async () => {
		const next = await start(Number(nextPort), {});
		proxy.setServer(next.url);
		proxy.cut();
		return async () => {
			proxy.setServer(app.url);
			proxy.cut();
			await next.stop();
		};
	};
	return {
		server: { url: proxy.url, output: app.output, discord: standIn.state, upgrade },
		stop: async () => {
			await app.stop();
			await Promise.all([proxy.stop(), discordServer.close()]);
		},
	};
}

/**
 * Runs tests with a second build, which has React's and React Router's warnings, on the shared database. It is behind a
 * proxy, so that the ordinary build can take its place.
 */
const test = base.extend<{ server: TestServer }>({
	server: [async ({ startOnce }, use) => use(await startOnce(startServer)), { timeout: 180_000 }],
	baseURL: async ({ server }, use) => use(server.url),
});

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
	// It opens every page in a browser that has nothing of it yet.
	test.setTimeout(240_000);
	const warnings: string[] = [];
	let shown = '';
	page.on('console', (message) => {
		if (!['error', 'warning'].includes(message.type())) return;
		if (!message.text().startsWith(BECOMES_CONTROLLED)) warnings.push(`${shown}: ${message.text()}`);
	});
	const open = async (address: string) => {
		shown = address;
		await visit(address);
		await page.waitForFunction(isFullyHydrated);
	};
	for (const address of SIGNED_OUT) await open(address);
	for await (const { path: pagePath, query } of openEveryPage(signInAs, server.discord)) {
		await open(pagePath + query);
		expect(new URL(page.url()).pathname).toBe(pagePath);
	}
	expect(warnings).toEqual([]);
	expect(server.output()).toBe('');
});

// One worker starts the second build's server, and makes that build when it is missing.
test.describe.configure({ mode: 'default' });

test.describe('a page that is open while the server gets a newer build', () => {
	let undo: (() => Promise<void>) | undefined;
	test.use({
		expectedErrors: [
			BECOMES_CONTROLLED,
			'net::ERR_',
			'manifest version mismatch',
			'404',
			'Failed to fetch dynamically imported module',
			'Error loading route module',
		],
	});
	test.afterEach(async () => {
		await undo?.();
		undo = undefined;
	});

	test('leads to the event that it creates, once', async ({ page, signInAs, visit, server }) => {
		const user = await signInAs({ role: 'creator' });
		await visit('/create-event');
		await page.getByLabel('Title', { exact: true }).fill('Across an upgrade');
		await page.getByLabel('Date', { exact: true }).fill('2031-07-04');
		undo = await server.upgrade();
		await page.getByRole('button', { name: 'Create Event', exact: true }).click();
		await expect(page).toHaveURL(/\/events\/\d+$/);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Across an upgrade');
		expect(await listEventsOf(user.id)).toMatchObject([{ title: 'Across an upgrade' }]);
		await deleteEventsOf([user.id]);
	});

	test('follows a link to its target, with query and fragment', async ({ page, signInAs, visit, server }) => {
		await signInAs();
		const event = await addEventRow();
		await visit('/events');
		undo = await server.upgrade();
		const link = getCard(page, event.id).getByRole('link', { name: /^View Details/ });
		const target = `/events/${event.id}?q=Ann#discussion`;
		await link.evaluate((element, href) => element.setAttribute('href', href), target);
		await link.click();
		await expect(page).toHaveURL(target);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title);
	});

	test('keeps what is typed, and sends it', async ({ page, signInAs, visit, server }) => {
		await signInAs();
		const event = await addEventRow();
		await visit(`/events/${event.id}`);
		const comment = page.getByRole('textbox', { name: 'Your comment' });
		await comment.fill('Typed before');
		undo = await server.upgrade();
		await comment.pressSequentially(', sent after');
		await page.getByRole('button', { name: 'Post comment' }).click();
		await expect(page.getByRole('list', { name: 'Comments' })).toContainText('Typed before, sent after');
		await page.getByRole('button', { name: 'Late', exact: true }).first().click();
		await expect(getSignupRows(page)).toHaveCount(1);
		await expect(page).toHaveURL(`/events/${event.id}`);
	});
});
