import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './tests/e2e/support/browser.ts';
import type { Translator } from './tests/e2e/support/translator.ts';

/**
 * Three replicas behind nginx (`npm run test:replicas`). The faults start their own servers, and the tests with the tag
 * @direct examine what nginx responds to itself.
 */
const isReplicated = process.env.E2E_REPLICAS !== undefined;

/** Only the faults that start, freeze and stop servers (`npm run test:chaos`). The others are part of `npm test`. */
const isChaos = process.env.E2E_CHAOS !== undefined;
const CHAOS_FILES = 'faults/*.chaos.spec.ts';

/** These tests mostly wait (time-outs, stops, restarts), so one worker runs them beside the others. */
const faults = {
	name: 'faults',
	workers: 1,
	...(isChaos ? { testMatch: CHAOS_FILES } : { testMatch: 'faults/*.spec.ts', testIgnore: CHAOS_FILES }),
};

export default defineConfig<{ translator: Translator }>({
	testDir: 'tests/e2e',
	globalSetup: './tests/e2e/support/global-setup.ts',
	// A page waits a third of its time. They share one app and one PostgreSQL.
	workers: Math.min(availableParallelism() + 1, 8),
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
		...(isReplicated ? [] : [faults]),
		{ name: 'api', testMatch: 'api/*.spec.ts' },
		{
			// One test of each page and each form is enough; every-form.spec.ts checks that none is missing.
			name: 'without script',
			testMatch: 'pages/*.spec.ts',
			grep: /@no-script/,
			use: { javaScriptEnabled: false },
		},
		{
			name: 'with script',
			testMatch: 'pages/*.spec.ts',
			testIgnore: 'pages/no-script.spec.ts',
			use: { javaScriptEnabled: true },
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
