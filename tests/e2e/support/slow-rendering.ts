import type { Page } from '@playwright/test';

/**
 * Makes React wait `ms` milliseconds before each of its tasks, from the next page on and once
 * `startSlowRendering` was called. As in a busy browser, several responses of the server may arrive before one
 * of them is rendered.
 */
export async function prepareSlowRendering(page: Page, ms: number): Promise<void> {
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

/** Makes the open page render slowly from now on. */
export async function startSlowRendering(page: Page): Promise<void> {
	await page.evaluate(() => Object.assign(window, { drawsSlowly: true }));
}
