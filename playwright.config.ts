import { defineConfig } from '@playwright/test';
import { findBrowser } from './tests/e2e/support/browser.ts';
import type { Translator } from './tests/e2e/support/translator.ts';

/**
 * Three replicas behind nginx (`npm run test:replicas`). The faults start their own servers, and the tests with the tag
 * @direct examine what nginx responds to itself.
 */
const isReplicated = process.env.E2E_REPLICAS !== undefined;

export default defineConfig<{ translator: Translator }>({
	testDir: 'tests/e2e',
	globalSetup: './tests/e2e/support/global-setup.ts',
	workers: 3,
	fullyParallel: true,
	forbidOnly: Boolean(process.env.CI),
	retries: 0,
	...(isReplicated ? { grepInvert: /@direct/ } : {}),
	// A busy machine may take three times as long as an idle one; only a failing test waits this long.
	timeout: 90_000,
	expect: { timeout: 20_000 },
	reporter: [['list']],
	outputDir: 'test-results',
	use: {
		launchOptions: await findBrowser(),
		locale: 'en-US',
		timezoneId: 'Europe/Berlin',
		trace: 'off',
		// Without animations each page is painted once, which saves a fifth of the work.
		contextOptions: { reducedMotion: 'reduce' },
	},
	projects: [
		// These tests mostly wait (time-outs, stops, restarts), so one worker runs them beside the two that compute.
		...(isReplicated ? [] : [{ name: 'faults', testMatch: 'faults/*.spec.ts', workers: 1 }]),
		{ name: 'api', testMatch: 'api/*.spec.ts' },
		{
			name: 'with script',
			testMatch: 'pages/*.spec.ts',
			testIgnore: 'pages/no-script.spec.ts',
			use: { javaScriptEnabled: true },
		},
		{
			// One test of each page and each form is enough; every-form.spec.ts checks that none is missing.
			name: 'without script',
			testMatch: 'pages/*.spec.ts',
			grep: /@no-script/,
			use: { javaScriptEnabled: false },
		},
		{
			name: 'translated',
			testMatch: 'pages/*.spec.ts',
			grep: /@translated/,
			use: { javaScriptEnabled: true, translator: 'after hydration' },
		},
		{ name: 'every form', testMatch: 'every-form.spec.ts', dependencies: ['without script'] },
	],
});
