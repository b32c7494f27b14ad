import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkFloors } from './check-floors.ts';

let root: string;

beforeEach(async () => {
	root = await mkdtemp(path.join(os.tmpdir(), 'townbell-floors-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function check(files: Record<string, string>): Promise<string[]> {
	for (const [name, source] of Object.entries(files)) {
		await mkdir(path.join(root, path.dirname(name)), { recursive: true });
		await writeFile(path.join(root, name), source);
	}
	return checkFloors(root);
}

const use = (specifier: string) => `import { x } from '${specifier}';\nexport const y = x;\n`;

describe('an arrow that runs down', () => {
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
		['server/operations/signups/signups.ts', '../events/index.ts'],
		['server/operations/signups/signups.ts', './admin.ts'],
		['server/operations/signups/signups.ts', '../kernel/operation.ts'],
		['tests/support/jobs.ts', '~/server/operations/mirror/mirrors.ts'],
		['server/operations/events/events.ts', '~/server/wire/event.ts'],
		['server/operations/events/events.ts', '~/database/models/event.ts'],
		['server/discord/client.ts', '~/server/config.ts'],
		['server/log.ts', './config.ts'],
		['database/models/event.ts', '~/domain/limits.ts'],
		['domain/events/schema.ts', '../limits.ts'],
		['domain/events/schema.ts', 'zod'],
		['domain/time/zones.ts', 'date-fns/format'],
		['server/start.ts', 'node:fs'],
		['seeds/demo.ts', '~/tests/mocks/discord/serve.ts'],
		['tests/e2e/a.ts', '~/database/models/event.ts'],
		['database/cli.ts', '~/seeds/community.ts'],
		['domain/policy.test.ts', '~/tests/support/actors.ts'],
	])('%s may import %s', async (file, specifier) => {
		expect(await check({ [file]: use(specifier) })).toEqual([]);
	});
});

describe('an arrow that runs up', () => {
	test.each([
		['domain/policy.ts', '~/database/models/event.ts', 'domain/ lies below database/'],
		['domain/policy.ts', '../server/config.ts', 'domain/ lies below server/'],
		['domain/policy.ts', 'node:crypto', 'no Node built-ins'],
		['domain/policy.ts', 'crypto', 'no Node built-ins'],
		['domain/policy.ts', 'react', 'uses only zod, date-fns, date-fns-tz'],
		['database/migrate.ts', '~/server/config.ts', 'database/ lies below server/'],
		['server/wire/event.ts', '~/app/routes/a.tsx', 'server/ lies below app/'],
		['server/start.ts', '~/seeds/community.ts', 'seeds/ stands outside'],
		['app/root.tsx', '~/tests/mocks/discord/serve.ts', 'tests/ stands outside'],
		['server/start.ts', './config.test.ts', 'tests and commands are imported by nobody'],
		['database/migrate.ts', './cli.ts', 'tests and commands are imported by nobody'],
		['app/routes/a.tsx', '~/database/models/event.ts', 'only through server/'],
		['app/routes/a.tsx', 'sequelize', 'asks an operation'],
		['app/ui/field.tsx', '~/domain/policy.ts', 'app/ui knows no domain'],
		['app/ui/field.tsx', '~/server/config.ts', 'app/ui knows no domain'],
		['app/ui/field.tsx', '../shell/nav.tsx', 'app/ui lies below app/shell'],
		['app/ui/field.tsx', '../routes/a.tsx', 'app/ui lies below app/routes'],
		['app/shell/nav.tsx', '../routes/a.tsx', 'app/shell lies below app/routes'],
		['app/routes/a.tsx', '~/app/root.tsx', 'app/routes lies below app/root.tsx'],
		['server/config.ts', './queue.ts', 'server/config lies below server/queue'],
		['server/queue.ts', './operations/events/index.ts', 'server/queue lies below server/operations'],
		['server/wire/event.ts', '../discord/client.ts', 'server/wire stands beside server/discord'],
		[
			'server/operations/events/events.ts',
			'../../auth/sessions.ts',
			'server/operations lies below server/auth',
		],
		[
			'server/operations/signups/signups.ts',
			'../events/queries.ts',
			'of events are imported from their index',
		],
		['app/routes/a.tsx', '~/server/operations/events/queries.ts', 'of events are imported from their index'],
		['server/operations/kernel/audit.ts', '../events/index.ts', 'imports no noun'],
		['server/auth/sessions.ts', '../http/session.ts', 'server/auth lies below server/http'],
		['server/http/session.ts', '../jobs/mirror.ts', 'server/http lies below server/jobs'],
		['server/gateway/connect.ts', '../jobs/mirror.ts', 'server/gateway stands beside server/jobs'],
		['server/jobs/mirror.ts', '../start.ts', 'server/jobs lies below server/start'],
	])('%s may not import %s', async (file, specifier, reason) => {
		const offences = await check({ [file]: use(specifier) });
		expect(offences).toHaveLength(1);
		expect(offences[0]).toContain(`${file}:1  imports ${specifier}: `);
		expect(offences[0]).toContain(reason);
	});
});

describe('every way to import', () => {
	test.each([
		['a type', "import type { Config } from '~/server/config.ts';"],
		['a side effect', "import '~/server/config.ts';"],
		['a re-export', "export { config } from '~/server/config.ts';"],
		['a re-export of all', "export * from '~/server/config.ts';"],
		['a dynamic import', "export const load = () => import('~/server/config.ts');"],
		['a dynamic import by template', 'export const load = () => import(`~/server/config.ts`);'],
		['an import in a type', "export type C = import('~/server/config.ts').Config;"],
		['an import without extension', "import { config } from '~/server/config';"],
	])('%s counts, and its line is named', async (_, line) => {
		const offences = await check({ 'server/config.ts': '', 'domain/a.ts': `// first\n\n${line}\n` });
		expect(offences).toEqual([
			expect.stringMatching(/^domain\/a\.ts:3 {2}imports ~\/server\/config(\.ts)?: /),
		]);
	});

	test('text and comments do not', async () => {
		const source = "// import '~/server/config.ts'\nexport const a = \"import '~/app/root.tsx'\";\n";
		expect(await check({ 'domain/a.ts': source })).toEqual([]);
	});
});

describe('a circle', () => {
	test('is shown with its files', async () => {
		const offences = await check({
			'domain/a.ts': use('./b.ts'),
			'domain/b.ts': use('./c'),
			'domain/c.ts': use('~/domain/a.ts'),
		});
		expect(offences).toEqual([
			'domain/c.ts:1  imports ~/domain/a.ts: closes a circle, domain/a.ts → domain/b.ts → domain/c.ts → domain/a.ts',
		]);
	});

	test('of types alone is none', async () => {
		const offences = await check({
			'domain/a.ts': use('./b.ts'),
			'domain/b.ts': "import type { y } from './a.ts';\nexport const x = 1;\n",
		});
		expect(offences).toEqual([]);
	});

	test('between models is how associations are written', async () => {
		const offences = await check({
			'database/models/a.ts': use('./b.ts'),
			'database/models/b.ts': use('./a.ts'),
		});
		expect(offences).toEqual([]);
	});
});
