import { afterAll, vi } from 'vitest';

/**
 * Runs before each test file. The files of a worker share its process and the packages, which take longest to load;
 * our own modules are loaded anew, so that no file meets the configuration or the state that another one left.
 * A file that replaces a module (`vi.mock`) takes that back itself with `vi.doUnmock` in `afterAll`.
 */
vi.resetModules();
const environment = { ...process.env };

afterAll(() => {
	vi.useRealTimers();
	for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
	Object.assign(process.env, environment);
});
