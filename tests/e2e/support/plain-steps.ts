import { appendFileSync, readFileSync } from 'node:fs';
import type { BrowserContext, Request } from '@playwright/test';
import { listAddresses } from './addresses.ts';

/** A step that a browser without script has made: a page that was opened, or a form that was taken. */
export type PlainStep = { method: string; address: string; intent: string };

const INTENT = /name="intent"\r\n\r\n([^\r]*)|(?:^|&)intent=([^&]*)/;

/** Writes every page that this browser opens, and every form that it sends and the app takes, into the run's list. */
export function recordSteps(context: BrowserContext): void {
	context.on('response', (response) => {
		const request = response.request();
		if (request.isNavigationRequest() && response.status() < 400) {
			appendFileSync(String(process.env.E2E_PLAIN_STEPS), `${JSON.stringify(readStep(request))}\n`);
		}
	});
}

/** The steps of this run so far. */
export function listSteps(): PlainStep[] {
	const lines = readFileSync(String(process.env.E2E_PLAIN_STEPS), 'utf8').trim().split('\n');
	return lines.map((line) => JSON.parse(line) as PlainStep);
}

/** Addresses with ids come last, so that `/events/{eventId}` does not take what is another's. */
const PATTERNS = listAddresses()
	.map(({ address }) => address)
	.sort((one, other) => Number(one.includes('{')) - Number(other.includes('{')))
	.map((address) => ({ address, pattern: new RegExp(`^${address.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));

function readStep(request: Request): PlainStep {
	const { pathname } = new URL(request.url());
	const address = PATTERNS.find(({ pattern }) => pattern.test(pathname))?.address ?? pathname;
	const [, multipart, plain] = INTENT.exec(request.postDataBuffer()?.toString('latin1') ?? '') ?? [];
	return { method: request.method(), address, intent: multipart ?? plain ?? '' };
}
