import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
	DATABASE_PROBLEMS,
	type DatabaseProblem,
	describeDatabaseProblem,
	isOnlyReadable,
} from '~/domain/database-problems.ts';
import { foldText } from '~/domain/fold-text.ts';
import { formatSetup } from '~/domain/setup.ts';
import { useServedDiscord } from '~/tests/mocks/discord/use-served-discord.ts';
import { buildTestUrl } from '~/tests/support/database.ts';
import {
	type DatabaseKinds,
	hasPooler,
	type PoolMode,
	startDatabaseKinds,
} from '~/tests/support/database-kinds.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { SEARCH_CASES } from '~/tests/support/search-cases.ts';
import { startStreamingPair } from '~/tests/support/streaming-pair.ts';

/**
 * What the start, the check and /readyz say to every kind of database: on a real server, and behind PgBouncer where it is
 * installed. The results are written to docs/databases.md. `DATABASES=long` adds what takes longer.
 */

const WRONG = 'a-password-that-no-one-may-read';
const READ_ONLY = 'default_transaction_read_only = on';
const PAGE = 'docs/databases.md';
const isLong = process.env.DATABASES === 'long';
const canPool = hasPooler();

useTestEnvironment({ DISCORD_SERVICE: 'off', TRUST_PROXY_HOPS: '1' });
const discord = useServedDiscord();

let kinds: DatabaseKinds;
const closings: (() => Promise<void>)[] = [];
beforeAll(async () => {
	kinds = await startDatabaseKinds();
}, 60_000);
afterAll(async () => {
	for (const close of closings) await close();
	await kinds?.close();
});
beforeEach(() => {
	vi.resetModules();
	vi.stubEnv('DISCORD_API_URL', `${discord.url()}/api`);
});

/** Returns what a start with a database that has this problem does and says, and what /readyz then responds. */
async function start(problem: DatabaseProblem | null): Promise<{ says: string; readyz: string }> {
	const { log } = await import('~/server/log.ts');
	const { startServices, drainServices, stopServices } = await import('~/server/services.ts');
	const { loader } = await import('~/app/routes/probes/readyz.ts');
	const { isMigrated } = await import('~/server/http/health.ts');
	const said: string[] = [];
	for (const level of ['error', 'warn', 'fatal', 'info'] as const)
		vi.spyOn(log(), level).mockImplementation(
			(...values: unknown[]) => void said.push(String(values.at(-1))),
		);
	vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
	const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
	startServices();
	const hasEnded = () => exit.mock.calls.length > 0 || said.includes('ready');
	await vi.waitUntil(() => hasEnded() || findProblems(said).length > 0, { timeout: 20_000, interval: 10 });
	// The start goes on with these.
	if (problem === 'pooler' || isOnlyReadable(problem))
		await vi
			.waitUntil(async () => hasEnded() || (isMigrated() && isOnlyReadable(problem)), { timeout: 1_000 })
			.catch(() => undefined);
	const response = await loader();
	await drainServices(0);
	await stopServices();
	const state = exit.mock.calls.length > 0 ? 'refuses' : said.includes('ready') ? 'starts' : 'tries again';
	vi.restoreAllMocks();
	return {
		says: [state, ...findProblems(said).map((problem) => DATABASE_PROBLEMS[problem].title)].join('; '),
		readyz: `${response.status} ${(await response.text()).trim()}`,
	};
}

/** Returns the problems whose titles the texts contain. */
const findProblems = (texts: readonly string[]): DatabaseProblem[] =>
	(Object.keys(DATABASE_PROBLEMS) as DatabaseProblem[]).filter((problem) =>
		texts.some((text) => text.includes(DATABASE_PROBLEMS[problem].title)),
	);

const DATABASE_CHECKS = ['database', 'postgres-version', 'create-tables', 'migrations'];

/** Returns what the check says about the database, and the text that it prints. */
async function runDoctor(): Promise<{ says: string; text: string }> {
	const { checkSetup } = await import('~/server/start/check-setup.ts');
	const { checks, inviteUrl } = await checkSetup();
	const [found] = checks.filter(({ key, state }) => state === 'missing' && DATABASE_CHECKS.includes(key));
	const [problem] = findProblems([found?.remedy ?? '']);
	if (problem) expect(found).toMatchObject({ key: 'database', remedy: describeDatabaseProblem(problem) });
	const says = problem ? DATABASE_PROBLEMS[problem].title : (found?.title ?? '');
	return { says: says ? `✗ ${says}` : '✓', text: formatSetup(checks, inviteUrl) };
}

type Row = [
	database: string,
	problem: DatabaseProblem | null,
	/** Makes the database and returns its address. */
	arrange: () => Promise<string> | string,
	isChecked?: boolean,
];

const clientUrl = (password?: string) => kinds.addressOf('townbell', 'tls_only', password);
const createIn = (name: string, encoding: string, locale = "LOCALE 'C'") =>
	kinds.create(name, { definition: `ENCODING '${encoding}' ${locale}` });
const IGNORED = 'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options';
const TLS_ONLY = ['sslmode = require', 'key_file = HOME/server.key', 'cert_file = HOME/server.crt'];
const startPooler = async (mode: PoolMode, settings = IGNORED) => (await kinds.startPooler(settings))(mode);

const LOCALES: Row[] = [
	['UTF8, locale C.UTF-8', null, () => kinds.url],
	['UTF8, locale C', null, () => createIn('locale_c', 'UTF8')],
	[
		'UTF8, Turkish (ICU)',
		null,
		() => createIn('turkish', 'UTF8', "LOCALE 'C' LOCALE_PROVIDER icu ICU_LOCALE 'tr-TR'"),
		isLong,
	],
	[
		'UTF8, locale C of PostgreSQL itself',
		null,
		() => createIn('builtin_c', 'UTF8', "LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C'"),
		isLong,
	],
];
const ROWS: Row[] = [
	...LOCALES,
	['LATIN1', 'encoding', () => createIn('latin1', 'LATIN1')],
	['SQL_ASCII', 'encoding', () => createIn('ascii', 'SQL_ASCII'), isLong],
	['EUC_JP', 'encoding', () => createIn('euc_jp', 'EUC_JP'), isLong],
	[
		'read-only, with the tables of this version',
		'read-only',
		() => kinds.create('filled', { template: 'townbell', setting: READ_ONLY }),
	],
	['read-only, empty', 'read-only', () => kinds.create('empty', { setting: READ_ONLY })],
	['user that may sign in with TLS only', 'TLS required', () => clientUrl()],
	['the same user with a wrong password', 'TLS required', () => clientUrl(WRONG)],
	['the same with TLS and a wrong password', 'login refused', () => kinds.withTls(clientUrl(WRONG))],
	['TLS, with the server’s own authority', null, () => kinds.withTls(clientUrl())],
	[
		'TLS, without the server’s own authority',
		'certificate authority',
		() => kinds.withTls(clientUrl(), { sslmode: 'verify-full' }),
	],
	[
		'TLS, where the server has none',
		'no TLS',
		() => kinds.withTls(buildTestUrl('postgres'), { sslmode: 'verify-full' }),
	],
	['user without an entry in pg_hba.conf', 'not admitted', () => kinds.addressOf('townbell', 'stranger')],
	[
		'the same user with TLS',
		'not admitted',
		() => kinds.withTls(kinds.addressOf('townbell', 'stranger')),
		isLong,
	],
	['user whom pg_hba.conf rejects', 'not admitted', () => kinds.addressOf('townbell', 'rejected'), isLong],
	['role without LOGIN', 'login not allowed', () => kinds.addressOf('townbell', 'not_allowed')],
	['database that does not exist', 'no such database', () => buildTestUrl('townbell_does_not_exist'), isLong],
	[
		'TLS, with the certificate of another host',
		'certificate host',
		async () => {
			await kinds.misname();
			return kinds.withTls(clientUrl());
		},
	],
	['PgBouncer, mode session', null, () => startPooler('session'), canPool],
	['PgBouncer, mode transaction', 'pooler', () => startPooler('transaction'), canPool],
	['PgBouncer, mode statement', 'pooler', () => startPooler('statement'), canPool],
	[
		'PgBouncer, without ignore_startup_parameters',
		'pooler parameters',
		() => startPooler('session', ''),
		canPool,
	],
	[
		'PgBouncer, with TLS only',
		'TLS required',
		() => startPooler('session', TLS_ONLY.map((setting) => `client_tls_${setting}`).join('\n')),
		canPool,
	],
	['standby', 'standby', startStandby, isLong],
];

async function startStandby(): Promise<string> {
	const { fillTemplate } = await import('~/tests/support/template-database.ts');
	const pair = await startStreamingPair({ prepare: fillTemplate });
	closings.push(pair.close);
	return pair.standbyUrl;
}

const isChecked = ([, , , checked = true]: Row): boolean => checked;
/** The lines of the page, by their first column. */
const lines = new Map<string, string>();

if (!canPool)
	test.skip('the rows of PgBouncer, which is not installed (apt-get install pgbouncer)', () => undefined);

test.each(ROWS.filter(isChecked))('%s', { timeout: 60_000 }, async (name, problem, arrange) => {
	vi.stubEnv('DATABASE_URL', await arrange());
	const doctor = await runDoctor();
	const started = await start(problem);
	// The check names the same problem as the start.
	lines.set(name, `| ${name} | ${started.says} | ${started.readyz} | ${doctor.says.slice(0, 1)} |`);
	expect(doctor.says).toBe(problem ? `✗ ${DATABASE_PROBLEMS[problem].title}` : '✓');
	expect(started.says).toContain(problem ? DATABASE_PROBLEMS[problem].title : 'starts');
	expect(doctor.text).not.toContain(WRONG);
});

test.each(LOCALES.filter(isChecked))('a search folds letters as every other one: %s', async (name) => {
	const databases = ['townbell', 'locale_c', 'turkish', 'builtin_c'];
	const pathname = databases[LOCALES.findIndex(([each]) => each === name)] ?? '';
	const { connectDatabase, closeDatabase } = await import('~/database/connection.ts');
	const { rows } = await import('~/database/sql.ts');
	connectDatabase({ url: Object.assign(new URL(kinds.url), { pathname }).toString(), poolMax: 1 });
	const texts = [...SEARCH_CASES.flat().map(String), 'ИГРА', 'TITI İIıi', 'Ὀδυσσεύς', 'ĀƁÇ'];
	const folded = await rows('SELECT text, fold_text(text) AS folded FROM unnest(:texts::text[]) AS text', {
		texts,
	});
	await closeDatabase();
	expect(folded).toEqual(texts.map((text) => ({ text, folded: foldText(text) })));
});

test(`${PAGE} shows what each database gets (update: DATABASES=long npx vitest run --project integration databases -u)`, async () => {
	const page = (await readFile(PAGE, 'utf8').catch(() => '')).split('\n');
	// A line that was not checked here stays as it was.
	const known = ROWS.flatMap(
		([name]) => lines.get(name) ?? page.find((line) => line.startsWith(`| ${name} |`)) ?? [],
	);
	const remedies = Object.values(DATABASE_PROBLEMS).map(({ title, remedy }) => `| ${title} | ${remedy} |`);
	const parts = [
		'# Databases',
		'What the start, `/readyz` and the check (`npm run doctor`) say to each kind of database; where the check says ✗, it names the problem. `tests/integration/setup/databases.test.ts`\nchecks it on real servers and writes this page.',
		['| database | start | `/readyz` | check |', '| --- | --- | --- | --- |', ...known].join('\n'),
		'A problem has the same name and remedy in the log, in the check and on the health page:',
		['| problem | what to do |', '| --- | --- |', ...remedies].join('\n'),
	];
	await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot(`../../../${PAGE}`);
});
