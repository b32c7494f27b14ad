import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkLayers } from './check-layers.ts';

let root: string;

beforeEach(async () => {
	root = await mkdtemp(path.join(os.tmpdir(), 'townbell-layers-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function check(files: Record<string, string>): Promise<string[]> {
	for (const [name, source] of Object.entries(files)) {
		await mkdir(path.join(root, path.dirname(name)), { recursive: true });
		await writeFile(path.join(root, name), source);
	}
	return checkLayers(root);
}

const importFrom = (specifier: string) => `import { x } from '${specifier}';\nexport const y = x;\n`;

describe('an import from the same layer or a lower one', () => {
	test.each([
		['app/routes/a.tsx', '~/server/operations/events/index.ts'],
		['app/routes/a.tsx', '~/domain/policy.ts'],
		['app/routes/a.tsx', '~/app/shell/nav.tsx'],
		['app/routes/a.tsx', '../ui/button.tsx'],
		['app/root.tsx', './routes/a.tsx'],
		['app/shell/nav.tsx', '~/app/ui/button.tsx'],
		['app/ui/field.tsx', '~/domain/limits.ts'],
		['app/ui/field.tsx', './theme/tokens.css.ts'],
		['server/start.ts', './gateway/connect.ts'],
		['server/jobs/mirror.ts', '~/server/operations/events/index.ts'],
		['server/http/session.ts', '~/server/auth/sessions.ts'],
		['server/auth/sessions.ts', '~/server/operations/users/index.ts'],
		['server/http/calls.ts', '~/server/operations/kernel/operation.ts'],
		['server/operations/signups/put-signup.ts', '../events/index.ts'],
		['server/operations/signups/put-signup.ts', './admin.ts'],
		['server/operations/signups/put-signup.ts', '../kernel/operation.ts'],
		['tests/support/jobs.ts', '~/server/operations/mirror/start-mirror.ts'],
		['server/operations/events/reading.ts', '~/server/wire/event.ts'],
		['server/operations/events/reading.ts', '~/database/models/events.ts'],
		['server/discord/client.ts', '~/server/config.ts'],
		['server/log.ts', './config.ts'],
		['database/models/events.ts', '~/domain/limits.ts'],
		['domain/events/schema.ts', '../limits.ts'],
		['domain/events/schema.ts', 'zod'],
		['domain/time/zones.ts', 'date-fns/format'],
		['server/start.ts', 'node:fs'],
		['seeds/demo.ts', '~/tests/mocks/discord/serve.ts'],
		['tests/e2e/a.ts', '~/database/models/events.ts'],
		['database/cli.ts', '~/seeds/community.ts'],
		['domain/policy.test.ts', '~/tests/support/actors.ts'],
	])('%s may import %s', async (file, specifier) => {
		expect(await check({ [file]: importFrom(specifier) })).toEqual([]);
	});
});

describe('a forbidden import', () => {
	test.each([
		['domain/policy.ts', '~/database/models/events.ts', 'domain/ is below database/'],
		['domain/policy.ts', '../server/config.ts', 'domain/ is below server/'],
		['domain/policy.ts', 'node:crypto', 'no Node built-ins'],
		['domain/policy.ts', 'crypto', 'no Node built-ins'],
		['domain/policy.ts', 'react', 'uses only zod, date-fns, date-fns-tz, chrono-node'],
		['database/migrate.ts', '~/server/config.ts', 'database/ is below server/'],
		['server/wire/event.ts', '~/app/routes/a.tsx', 'server/ is below app/'],
		['server/start.ts', '~/seeds/community.ts', 'seeds/ is outside the layers'],
		['app/root.tsx', '~/tests/mocks/discord/serve.ts', 'tests/ is outside the layers'],
		['server/start.ts', './config.test.ts', 'no layer may import tests or commands'],
		['database/migrate.ts', './cli.ts', 'no layer may import tests or commands'],
		['app/routes/a.tsx', '~/database/models/events.ts', 'only through server/'],
		['app/routes/a.tsx', 'sequelize', 'calls an operation'],
		['app/ui/field.tsx', '~/domain/policy.ts', 'app/ui imports nothing from domain/, server/ or database/'],
		['app/ui/field.tsx', '~/server/config.ts', 'app/ui imports nothing from domain/, server/ or database/'],
		['app/ui/field.tsx', '../shell/nav.tsx', 'app/ui is below app/shell'],
		['app/ui/field.tsx', '../routes/a.tsx', 'app/ui is below app/routes'],
		['app/shell/nav.tsx', '../routes/a.tsx', 'app/shell is below app/routes'],
		['app/routes/a.tsx', '~/app/root.tsx', 'app/routes is below app/root.tsx'],
		['server/config.ts', './queue.ts', 'server/config is below server/queue'],
		['server/queue.ts', './operations/events/index.ts', 'server/queue is below server/operations'],
		['server/wire/event.ts', '../discord/client.ts', 'server/wire is on the same level as server/discord'],
		[
			'server/operations/events/reading.ts',
			'../../auth/sessions.ts',
			'server/operations is below server/auth',
		],
		[
			'server/operations/signups/put-signup.ts',
			'../events/queries.ts',
			'import the operations of events from their index',
		],
		[
			'app/routes/a.tsx',
			'~/server/operations/events/queries.ts',
			'import the operations of events from their index',
		],
		['server/operations/kernel/audit.ts', '../events/index.ts', 'imports no other folder of operations'],
		['server/auth/sessions.ts', '../http/session.ts', 'server/auth is below server/http'],
		['server/http/session.ts', '../jobs/mirror.ts', 'server/http is below server/jobs'],
		['server/gateway/connect.ts', '../jobs/mirror.ts', 'server/gateway is on the same level as server/jobs'],
		['server/jobs/mirror.ts', '../start.ts', 'server/jobs is below server/start'],
	])('%s may not import %s', async (file, specifier, reason) => {
		const violations = await check({ [file]: importFrom(specifier) });
		expect(violations).toHaveLength(1);
		expect(violations[0]).toContain(`${file}:1  imports ${specifier}: `);
		expect(violations[0]).toContain(reason);
	});
});

describe('every kind of import', () => {
	test.each([
		['a type', "import type { Config } from '~/server/config.ts';"],
		['a side effect', "import '~/server/config.ts';"],
		['a re-export', "export { config } from '~/server/config.ts';"],
		['a re-export of all', "export * from '~/server/config.ts';"],
		['a dynamic import', "export const load = () => import('~/server/config.ts');"],
		['a dynamic import by template', 'export const load = () => import(`~/server/config.ts`);'],
		['an import in a type', "export type C = import('~/server/config.ts').Config;"],
		['an import without extension', "import { config } from '~/server/config';"],
	])('%s is reported with its line', async (_, line) => {
		const violations = await check({ 'server/config.ts': '', 'domain/a.ts': `// first\n\n${line}\n` });
		expect(violations).toEqual([
			expect.stringMatching(/^domain\/a\.ts:3 {2}imports ~\/server\/config(\.ts)?: /),
		]);
	});

	test('strings and comments are ignored', async () => {
		const source = "// import '~/server/config.ts'\nexport const a = \"import '~/app/root.tsx'\";\n";
		expect(await check({ 'domain/a.ts': source })).toEqual([]);
	});
});

describe('an import cycle', () => {
	test('is reported with its files', async () => {
		const violations = await check({
			'domain/a.ts': importFrom('./b.ts'),
			'domain/b.ts': importFrom('./c'),
			'domain/c.ts': importFrom('~/domain/a.ts'),
		});
		expect(violations).toEqual([
			'domain/c.ts:1  imports ~/domain/a.ts: closes a cycle, domain/a.ts → domain/b.ts → domain/c.ts → domain/a.ts',
		]);
	});

	test('of type imports only is allowed', async () => {
		const violations = await check({
			'domain/a.ts': importFrom('./b.ts'),
			'domain/b.ts': "import type { y } from './a.ts';\nexport const x = 1;\n",
		});
		expect(violations).toEqual([]);
	});
});
