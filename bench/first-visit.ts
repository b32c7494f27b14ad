import { chromium } from 'playwright';
import { findBrowser } from '~/tests/e2e/support/browser.ts';

/** A phone's connection and processor: 1.6 Mbit/s, 150 ms for each request, a quarter of this machine's speed. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_SLOWDOWN = 4;
const VIEWPORT = { width: 390, height: 844 };

export type FirstVisit = {
	lcpMs: number;
	/** What the browser took for the largest element: its tag and the end of its address, or its text. */
	lcpElement: string;
	cls: number;
	/** Bytes on the wire, with the responses' headers. */
	bytes: { html: number; script: number; style: number; font: number; image: number };
};

type Cookie = { name: string; value: string };

/** Opens `url` in a new browser on a slow phone, with nothing in the cache, and returns what the user waited for. */
export async function measureFirstVisit(url: string, cookies: readonly Cookie[]): Promise<FirstVisit> {
	const browser = await chromium.launch(await findBrowser());
	try {
		const context = await browser.newContext({ viewport: VIEWPORT });
		await context.addCookies(cookies.map((cookie) => ({ ...cookie, url })));
		const page = await context.newPage();
		const session = await context.newCDPSession(page);
		const bytes = { html: 0, script: 0, style: 0, font: 0, image: 0 };
		const kinds = new Map<string, keyof typeof bytes>();
		await session.send('Network.enable');
		session.on('Network.responseReceived', ({ requestId, type }) => {
			const kind = type === 'Document' ? 'html' : type.toLowerCase().replace('stylesheet', 'style');
			if (kind in bytes) kinds.set(requestId, kind as keyof typeof bytes);
		});
		session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
			const kind = kinds.get(requestId);
			if (kind) bytes[kind] += encodedDataLength;
		});
		await session.send('Network.emulateNetworkConditions', NETWORK);
		await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
		await page.addInitScript(observePaints);
		await page.goto(url, { waitUntil: 'networkidle' });
		const paints = await page.evaluate(() => (window as unknown as { paints: Paints }).paints);
		return { ...paints, bytes };
	} finally {
		await browser.close();
	}
}

type Paints = Omit<FirstVisit, 'bytes'>;

/** Runs in the page before its own scripts. */
function observePaints(): void {
	const paints: Paints = { lcpMs: 0, lcpElement: '', cls: 0 };
	Object.assign(window, { paints });
	type PaintEntry = PerformanceEntry & { element?: Element; url?: string };
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries() as PaintEntry[]) {
			paints.lcpMs = entry.startTime;
			paints.lcpElement = `${entry.element?.tagName} ${entry.url || entry.element?.textContent}`.slice(
				0,
				100,
			);
		}
	}).observe({ type: 'largest-contentful-paint', buffered: true });
	type ShiftEntry = PerformanceEntry & { value: number; hadRecentInput: boolean };
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries() as ShiftEntry[])
			if (!entry.hadRecentInput) paints.cls += entry.value;
	}).observe({ type: 'layout-shift', buffered: true });
}
