import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** A Chromium of the system or of Playwright; else the one from npm, unpacked by the global setup. */
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
	existsSync,
);

export default defineConfig({
	testDir: 'tests/e2e',
	globalSetup: './tests/e2e/support/global-setup.ts',
	workers: 2,
	fullyParallel: true,
	forbidOnly: Boolean(process.env.CI),
	retries: 0,
	timeout: 30_000,
	reporter: [['list']],
	outputDir: 'test-results',
	use: {
		launchOptions: {
			...(executablePath ? { executablePath } : {}),
			args: [
				'--no-sandbox',
				'--headless=new',
				'--disable-gpu',
				'--disable-quic',
				'--no-first-run',
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync',
			],
		},
		locale: 'en-US',
		timezoneId: 'Europe/Berlin',
		trace: 'off',
	},
	projects: [
		{ name: 'api', testMatch: /api\/.*\.spec\.ts/ },
		{ name: 'with script', testMatch: /pages\/.*\.spec\.ts/, use: { javaScriptEnabled: true } },
		{ name: 'without script', testMatch: /pages\/.*\.spec\.ts/, use: { javaScriptEnabled: false } },
	],
});
