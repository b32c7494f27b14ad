import { afterAll, vi } from 'vitest';

/**
 * Runs before each test file. The files of a worker share its process and the packages, which take longest to
 * load. Our own modules are loaded again, so that no file sees the configuration or the state of another one.
 * A file that replaces a module (`vi.mock`) undoes that itself with `vi.doUnmock` in `afterAll`.
 */
vi.resetModules();
const environment = { ...process.env };

afterAll(() => {
	vi.useRealTimers();
	// Vitest undoes the last test's only before the first test of the next file, after the set-up of that file.
	vi.unstubAllEnvs();
	vi.unstubAllGlobals();
	for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
	Object.assign(process.env, environment);
});
