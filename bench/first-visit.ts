import { chromium, type Page } from 'playwright';
import { findBrowser } from '~/tests/e2e/support/browser.ts';
import { getMedian } from './measure.ts';

/** The network and processor of a phone: 1.6 Mbit/s, 150 ms, a quarter of this machine's speed. */
const BYTES_PER_SECOND = 1_600_000 / 8;
const LATENCY_MS = 150;
const CPU_DIVISOR = 4;

export type FirstVisit = {
	lcpMs: number;
	cls: number;
	/** Compressed bytes with headers, as the browser received them. */
	javascriptKb: number;
	fontsKb: number;
	htmlKb: number;
};

/**
 * Loads a page as the user of `token`, with empty caches, on a slow connection and processor. Returns the median of
 * each figure of all visits.
 */
export async function measureFirstVisit(url: string, token: string, visits: number): Promise<FirstVisit> {
	const browser = await chromium.launch(await findBrowser());
	try {
		const results: FirstVisit[] = [];
		for (let i = 0; i < visits; i += 1) {
			const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
			await context.addCookies([{ name: 'session', value: token, url }]);
			results.push(await visit(await context.newPage(), url));
			await context.close();
		}
		const median = (key: keyof FirstVisit) => getMedian(results.map((result) => result[key]));
		return {
			lcpMs: median('lcpMs'),
			cls: median('cls'),
			javascriptKb: median('javascriptKb'),
			fontsKb: median('fontsKb'),
			htmlKb: median('htmlKb'),
		};
	} finally {
		await browser.close();
	}
}

async function visit(page: Page, url: string): Promise<FirstVisit> {
	const session = await page.context().newCDPSession(page);
	const bytes = { Script: 0, Font: 0, Document: 0 };
	const types = new Map<string, string>();
	session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
	session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		const type = types.get(requestId);
		if (type && type in bytes) bytes[type as keyof typeof bytes] += encodedDataLength;
	});
	await session.send('Network.enable');
	await session.send('Network.emulateNetworkConditions', {
		offline: false,
		latency: LATENCY_MS,
		downloadThroughput: BYTES_PER_SECOND,
		uploadThroughput: BYTES_PER_SECOND,
	});
	await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_DIVISOR });
	await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 });
	const timings = await page.evaluate(readTimings);
	return {
		...timings,
		javascriptKb: bytes.Script / 1_000,
		fontsKb: bytes.Font / 1_000,
		htmlKb: bytes.Document / 1_000,
	};
}

/** Runs in the page: returns the largest contentful paint and the layout shift since the navigation. */
function readTimings(): Promise<{ lcpMs: number; cls: number }> {
	return new Promise((resolve) => {
		let cls = 0;
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) cls += entry.value;
		}).observe({ type: 'layout-shift', buffered: true });
		new PerformanceObserver((list) => {
			const lcpMs = list.getEntries().at(-1)?.startTime ?? Number.NaN;
			// The observer of layout shifts is called before this timer.
			setTimeout(() => resolve({ lcpMs, cls }), 100);
		}).observe({ type: 'largest-contentful-paint', buffered: true });
	});
}
