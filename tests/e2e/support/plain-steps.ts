import { appendFileSync, readFileSync } from 'node:fs';
import type { BrowserContext, Request } from '@playwright/test';
import { listAddresses } from './addresses.ts';

/** A step of a browser without script: an opened page, or an accepted form. */
export type PlainStep = { method: string; address: string; intent: string };

const INTENT = /name="intent"\r\n\r\n([^\r]*)|(?:^|&)intent=([^&]*)/;

/**
 * Records every page that this browser opens, and every form that it sends and the app accepts, in the run's
 * file.
 */
export function recordSteps(context: BrowserContext): void {
	context.on('response', (response) => {
		const request = response.request();
		if (request.isNavigationRequest() && response.status() < 400) {
			appendFileSync(String(process.env.E2E_PLAIN_STEPS), `${JSON.stringify(readStep(request))}\n`);
		}
	});
}

/** Returns the steps that this run has recorded so far. */
export function listSteps(): PlainStep[] {
	const lines = readFileSync(String(process.env.E2E_PLAIN_STEPS), 'utf8').trim().split('\n');
	return lines.map((line) => JSON.parse(line) as PlainStep);
}

/** Addresses with ids come last, so that `/events/{eventId}` does not match another address first. */
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
