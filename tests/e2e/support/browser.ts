import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const QUIET = [
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/**
 * The Chromium that comes from npm where it runs: everybody's is the same, and a headless shell takes half the work of a
 * whole browser; it is unpacked once into the machine's temporary folder. Elsewhere, and with `E2E_BROWSER=system`, one
 * of the system, else Playwright's own.
 */
export async function findBrowser(): Promise<LaunchOptions> {
	const bundled = process.env.E2E_BROWSER === 'system' ? null : await unpackBundled();
	// The bundle's default arguments hang a second context.
	if (bundled) return { executablePath: bundled, args: ['--no-sandbox', '--headless=shell', ...QUIET] };
	const system = SYSTEM.find(existsSync);
	if (system) return { executablePath: system, args: ['--no-sandbox', '--disable-gpu', ...QUIET] };
	return { args: ['--no-sandbox', ...QUIET] };
}

/** Null where it is not made for: another system, or one without the libraries that it needs. */
async function unpackBundled(): Promise<string | null> {
	if (process.platform !== 'linux' || process.arch !== 'x64') return null;
	const { default: chromium } = await import('@sparticuz/chromium');
	const file = await chromium.executablePath();
	return spawnSync(file, ['--version', '--no-sandbox']).status === 0 ? file : null;
}
