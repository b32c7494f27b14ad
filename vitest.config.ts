import { availableParallelism } from 'node:os';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const CORES = availableParallelism();

/** A process per file would load all packages each time; the setup file isolates the files of a process. */
const sharedProcess = { isolate: false, setupFiles: ['tests/support/fresh-modules.ts'] };

/** The integration tests that take longest, mostly because they wait for other processes and for retries. */
const LONG_FILES = ['mirror/worker', 'setup/databases', 'setup/doctor'];
const isLong = ({ moduleId }: TestSpecification) =>
	LONG_FILES.some((name) => moduleId.endsWith(`${name}.test.ts`));

/** The integration tests that start, freeze and kill processes, or wait for their time limits. They are not part of `npm test`. */
const PROCESS_TESTS = 'tests/integration/**/*.chaos.test.ts';

const integration = {
	...sharedProcess,
	globalSetup: ['tests/support/global-setup.ts'],
	testTimeout: 30_000,
	hookTimeout: 60_000,
};

/** Starts the long files first, because at the end one worker would run them while the others have nothing to do. */
class LongFilesFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
	}
}

export default defineConfig({
	plugins: [vanillaExtractPlugin()],
	resolve: { tsconfigPaths: true },
	test: {
		environment: 'node',
		// A busy machine may pause longer than the default of one second.
		expect: { poll: { timeout: 15_000 } },
		sequence: { sequencer: LongFilesFirst },
		restoreMocks: true,
		unstubEnvs: true,
		unstubGlobals: true,
		projects: [
			{
				extends: true,
				test: {
					name: 'unit',
					...sharedProcess,
					include: [
						'{domain,server,database,seeds,bench}/**/*.test.ts',
						'app/**/*.test.{ts,tsx}',
						'tests/{support,mocks}/**/*.test.ts',
					],
					// Some tests compute for seconds, and longer on a busy machine.
					testTimeout: 60_000,
					maxWorkers: CORES,
				},
			},
			{
				extends: true,
				test: {
					name: 'integration',
					...integration,
					include: ['tests/integration/**/*.test.ts'],
					exclude: [PROCESS_TESTS],
					// A worker waits a fifth of its time. One PostgreSQL serves all of them.
					maxWorkers: Math.min(2 * CORES, 12),
				},
			},
			{
				extends: true,
				test: {
					name: 'processes',
					...integration,
					include: [PROCESS_TESTS],
					maxWorkers: CORES,
					// A test waits up to 30 seconds for each process that it starts.
					testTimeout: 120_000,
				},
			},
			{
				extends: true,
				test: {
					name: 'chaos',
					include: ['tests/chaos/**/*.test.ts'],
					testTimeout: 240_000,
					hookTimeout: 90_000,
					// One server at a time, so that measurements do not disturb each other.
					maxWorkers: 1,
				},
			},
			{
				extends: true,
				test: {
					name: 'replicas',
					include: ['tests/replicas/**/*.test.ts'],
					testTimeout: 300_000,
					hookTimeout: 90_000,
					maxWorkers: 1,
				},
			},
		],
	},
});
