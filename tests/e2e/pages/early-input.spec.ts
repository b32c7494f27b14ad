import type { Page, Route } from '@playwright/test';
import { FAILURES } from '~/domain/failures.ts';
import { createPng } from '~/tests/support/pictures.ts';
import {
	changeFields,
	controlRendering,
	divideFields,
	holdRendering,
	isRefusedByPage,
	listLost,
	markButtons,
	PRESS_FIELD,
	pressButton,
	releaseRendering,
	waitForStart,
	waitUntilIdle,
} from '../support/early-input.ts';
import { openEveryPage } from '../support/every-page.ts';
import { expect, test } from '../support/own-discord.ts';

/** Requests that wait until the test lets them go on. */
function createGate() {
	let isOpen = false;
	let waiting: (() => void)[] = [];
	return {
		close: () => {
			isOpen = false;
		},
		open: () => {
			isOpen = true;
			for (const release of waiting) release();
			waiting = [];
		},
		pass: async (route: Route) => {
			if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
			await route.continue();
		},
	};
}

const BAD_GATEWAY = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' };

const PRESS = new RegExp(`name="${PRESS_FIELD}"\\r\\n\\r\\n(\\d+)|(?:^|&)${PRESS_FIELD}=(\\d+)`);

/** Lets the test hold the scripts and the loads of the page, and counts how often each press is sent. No server gets it. */
async function controlRequests(page: Page) {
	const scripts = createGate();
	const loads = createGate();
	const sent: number[] = [];
	await page.route('**', (route) => {
		const request = route.request();
		const { pathname } = new URL(request.url());
		if (request.method() === 'POST') {
			const [, multipart, plain] = PRESS.exec(request.postDataBuffer()?.toString('latin1') ?? '') ?? [];
			const press = multipart ?? plain;
			if (press) sent.push(Number(press));
			// After a response without content the browser stays on the page.
			return route.fulfill(request.isNavigationRequest() ? { status: 204 } : BAD_GATEWAY);
		}
		if (pathname.endsWith('.js')) return scripts.pass(route);
		return pathname.endsWith('.data') ? loads.pass(route) : route.fallback();
	});
	return { scripts, loads, sent };
}

test.use({ expectedErrors: ['502', 'Unable to decode', '422'] });

/** The pages whose script replaces fields by richer ones or keeps their state. */
const RICH_PAGES = [
	'/events/{eventId}',
	'/events/{eventId}/edit',
	'/create-event',
	'/profile',
	'/admin',
	'/admin/events',
	'/admin/signups',
	'/admin/template-events',
];

for (const [name, shift, slowdown, addresses] of [
	['half of the fields first, on every page', 0, 1, null],
	['the other half first, on a slow processor', 1, 4, RICH_PAGES],
] as const)
	test(`nothing that is entered while the page starts is lost or sent twice: ${name}`, async ({
		page,
		context,
		signInAs,
		server,
	}) => {
		// It opens every page in a browser that has nothing of it yet.
		test.setTimeout(600_000);
		const problems: string[] = [];
		let [isFirst, fieldCount, presses] = [true, 0, 0];
		const { scripts, loads, sent } = await controlRequests(page);
		await controlRendering(page);
		const devtools = await context.newCDPSession(page);
		await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
		for await (const { address, path, query } of openEveryPage(signInAs, server.state)) {
			if (addresses && !addresses.includes(address)) continue;
			scripts.close();
			loads.close();
			// As on the first visit, the page is loaded again once the browser's time zone is known.
			await context.clearCookies({ name: 'zone' });
			await page.goto(path + query, { waitUntil: 'domcontentloaded' });
			const count = await divideFields(page, shift);
			const marks = await markButtons(page, isFirst);
			isFirst = false;
			if (count === 0 && marks.length === 0) continue;
			fieldCount += count;
			const first = presses;
			await changeFields(page, 'before');
			for (const mark of slowdown === 1 ? marks : [])
				await Promise.all([
					page.waitForResponse((response) => response.request().method() === 'POST'),
					pressButton(page, mark, presses++),
				]);
			await holdRendering(page);
			scripts.open();
			await waitForStart(page);
			const [mark] = marks;
			if (shift === 1) await changeFields(page, 'during');
			else if (mark && (await pressButton(page, mark, presses))) presses++;
			await releaseRendering(page);
			if (shift === 0) await changeFields(page, 'during');
			await changeFields(page, 'after');
			loads.open();
			await waitUntilIdle(page);
			const lost = await listLost(page);
			if (mark && (await pressButton(page, mark, presses))) presses++;
			await waitUntilIdle(page);
			for (const each of lost) problems.push(`${address}: lost ${each}`);
			const later = (await listLost(page)).filter((each) => !lost.includes(each));
			for (const each of later) problems.push(`${address}: lost by a failure ${each}`);
			const isRefused = mark !== undefined && (await isRefusedByPage(page, mark));
			for (let press = first; press < presses; press++) {
				const times = sent.filter((one) => one === press).length;
				if (times === 0 && isRefused) continue;
				if (times !== 1) problems.push(`${address}: press ${press - first} was sent ${times} times`);
			}
		}
		expect(problems).toEqual([]);
		expect(Math.min(fieldCount, presses * 5)).toBeGreaterThan(addresses ? 30 : 100);
	});

test('what is typed, ticked, chosen and pressed while a page starts is kept, and so is the response to a form', async ({
	page,
	context,
	signInAs,
}) => {
	await signInAs({ role: 'admin' });
	await context.clearCookies({ name: 'zone' });
	const scripts = createGate();
	await page.route('**/*.js', (route) => scripts.pass(route));
	await controlRendering(page);
	await page.goto('/admin/template-events', { waitUntil: 'domcontentloaded' });
	const dialog = page.getByRole('dialog');
	const friday = dialog.getByRole('checkbox', { name: 'Friday' });
	const wasTicked = await friday.isChecked();
	await friday.setChecked(!wasTicked);
	const location = dialog.getByLabel('Location');
	await location.fill('Town');
	scripts.open();
	await waitUntilIdle(page);
	await expect(location).toBeFocused();
	await page.keyboard.type(' hall');
	await expect(location).toHaveValue('Town hall');
	await expect(friday).toBeChecked({ checked: !wasTicked });

	// Pressed before any script, and the button held down while the script starts.
	const heading = page.getByRole('heading', { name: 'Create these events?' });
	for (const isHeld of [false, true]) {
		scripts.close();
		await context.clearCookies({ name: 'zone' });
		await page.goto('/admin/template-events', { waitUntil: 'domcontentloaded' });
		if (!wasTicked) await friday.check();
		const button = dialog.getByRole('button', { name: 'Create Template Events' });
		if (!isHeld) await button.click();
		else {
			await button.hover();
			await page.mouse.down();
		}
		if (!isHeld) await heading.waitFor();
		scripts.open();
		await waitUntilIdle(page);
		if (isHeld) await page.mouse.up();
		await expect(heading).toBeVisible();
		await waitUntilIdle(page);
		await expect(heading).toBeVisible();
	}

	// The page of a refused form is not loaded again, which would drop the reason.
	scripts.close();
	await context.clearCookies({ name: 'zone' });
	await page.goto('/admin', { waitUntil: 'domcontentloaded' });
	await page.getByLabel('Address of your online table').fill('https://');
	await page.locator('#settings-form').evaluate((form: HTMLFormElement) => {
		form.noValidate = true;
	});
	await page.locator('#settings-form').getByRole('button', { name: 'Save' }).click();
	const reason = page.getByText(FAILURES['settings.save']);
	await reason.waitFor();
	scripts.open();
	await waitUntilIdle(page);
	await expect(reason).toBeVisible();

	scripts.close();
	await context.clearCookies({ name: 'zone' });
	await page.goto('/create-event', { waitUntil: 'domcontentloaded' });
	// A picture that was chosen before the script is shown.
	await page.locator('input[type=file]').setInputFiles({
		name: 'town.png',
		mimeType: 'image/png',
		buffer: await createPng(),
	});
	scripts.open();
	await waitUntilIdle(page);
	await expect(page.getByAltText('How it will look')).toBeVisible();
});
