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
 * Returns the launch options of the browser. Where it runs, this is the Chromium from npm: every machine gets
 * the same version, and a headless shell takes half the work of a full browser. It is unpacked once into the
 * machine's temporary folder. Elsewhere, and with `E2E_BROWSER=system`, it is a browser of the system, or
 * else Playwright's own.
 */
export async function findBrowser(): Promise<LaunchOptions> {
	const bundled = process.env.E2E_BROWSER === 'system' ? null : await unpackBundled();
	// The bundle's default arguments make a second browser context hang. One process less saves a seventh of the work, and one
	// thread that paints a twentieth.
	if (bundled)
		return {
			executablePath: bundled,
			args: [
				'--no-sandbox',
				'--headless=shell',
				'--in-process-gpu',
				'--disable-gpu',
				'--num-raster-threads=1',
				...QUIET,
			],
		};
	const system = SYSTEM.find(existsSync);
	if (system) return { executablePath: system, args: ['--no-sandbox', '--disable-gpu', ...QUIET] };
	return { args: ['--no-sandbox', ...QUIET] };
}

/**
 * Returns the path of the bundled Chromium, or null on another system or without the libraries that it needs.
 */
async function unpackBundled(): Promise<string | null> {
	if (process.platform !== 'linux' || process.arch !== 'x64') return null;
	const { default: chromium } = await import('@sparticuz/chromium');
	const file = await chromium.executablePath();
	return spawnSync(file, ['--version', '--no-sandbox']).status === 0 ? file : null;
}
