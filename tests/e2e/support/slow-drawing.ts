import type { Page } from '@playwright/test';

/**
 * From the next page on, and once `startSlowDrawing` was called, React waits this long before each of its works, as in
 * a browser with too much to do: several answers of the server may come before one of them is drawn.
 */
export async function prepareSlowDrawing(page: Page, ms: number): Promise<void> {
	await page.addInitScript((delay) => {
		const Native = MessageChannel;
		window.MessageChannel = class extends Native {
			constructor() {
				super();
				const { port2 } = this;
				const post = port2.postMessage.bind(port2);
				port2.postMessage = (message: unknown) => {
					if ('drawsSlowly' in window) setTimeout(() => post(message), delay);
					else post(message);
				};
			}
		};
	}, ms);
}

/** The page that is open draws slowly from now on. */
export async function startSlowDrawing(page: Page): Promise<void> {
	await page.evaluate(() => Object.assign(window, { drawsSlowly: true }));
}
