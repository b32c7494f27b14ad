import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import { queryRaw } from '~/database/sql.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { FOLLOWED_SECTIONS, readBlocks } from '~/tests/support/document-blocks.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

// install.chaos.test.ts follows install.md, and tests/clean-clone/operations.ts the commands of operations.md that need no
// container engine. Here is the rest.
useTestEnvironment();
const db = useDatabase();

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** The commands of operations.md that no test runs, and why. Those of docker are compared with what they name. */
const NOT_RUN: { command: RegExp; reason: string }[] = [
	{ command: /^docker /, reason: 'Tests run without a container engine.' },
	{ command: /^kubectl /, reason: 'Tests run without a cluster. kubernetes.test.ts checks the manifests.' },
	{ command: /^umask 077$/, reason: 'It belongs to the command of docker behind it.' },
	{ command: /^ls -l townbell\.backup$/, reason: 'It shows the file that a command of docker has written.' },
];

const blocks = await readBlocks('operations.md');
const read = (file: string) => readFile(path.join(ROOT, file), 'utf8');
const compose = await read('compose.yaml');
const [services = '', volumes = ''] = compose.split('\nvolumes:\n');
const listKeys = (yaml: string) => [...yaml.matchAll(/^ {2}([a-z]+):$/gm)].map(([, name = '']) => name);
const names = {
	services: listKeys(services),
	volumes: listKeys(volumes).map((name) => `townbell_${name}`),
	programs: [...(await read('vite.config.ts')).matchAll(/'([\w-]+\.js)':/g)].map(
		([, name]) => `build/server/${name}`,
	),
	databaseCommands: [...(await read('database/cli.ts')).matchAll(/^\t'?([a-z-]+)'?: \(/gm)].map(
		([, name]) => name,
	),
	scripts: Object.keys((JSON.parse(await read('package.json')) as { scripts: object }).scripts),
};

/** Returns the commands of a line, without redirections and the parentheses around them. */
const splitCommands = (line: string) =>
	line
		.replace(/^\((.*)\)$/, '$1')
		.split(/ && |; /)
		.map((command) => command.replace(/ [<>] \S+$/, '').trim());

/** Returns what a command of docker names that does not exist. */
function findUnknown(command: string): string[] {
	const [, ...words] = command.match(/'[^']*'|[^\s']+(?:'[^']*')?/g) ?? [];
	if (words[0] === 'volume') return words.slice(2).filter((name) => !names.volumes.includes(name));
	if (words[0] !== 'compose') return [command];
	const [verb = '', ...rest] = words.slice(1).filter((word) => !word.startsWith('-'));
	const list = verb === 'exec' || verb === 'run' ? rest.slice(0, 1) : rest;
	if (!['exec', 'run', 'stop', 'start', 'restart', 'up', 'down', 'logs'].includes(verb)) return [verb];
	const unknown = list.filter((name) => !names.services.includes(name));
	if (rest[1] !== 'node')
		return rest[1] === undefined || rest[1] === 'psql' || list === rest ? unknown : [...unknown, rest[1]];
	const [program = '', action] = rest.slice(2);
	if (!names.programs.includes(program)) unknown.push(program);
	if (action && program.endsWith('/database.js') && !names.databaseCommands.includes(action))
		unknown.push(action);
	return unknown;
}

test('every block has a language, so that no command is overlooked', async () => {
	const all = [...blocks, ...(await readBlocks('install.md'))];
	expect(all.filter(({ language }) => !['sh', 'sql', 'yaml', 'ini'].includes(language))).toEqual([]);
	expect(names.services).toEqual(['app', 'database', 'caddy', 'backup']);
});

test('every command is followed by tests/clean-clone, or listed above', () => {
	const commands = blocks
		.filter(({ language }) => language === 'sh')
		.flatMap(({ section, lines }) =>
			lines.map((line) => ({ section, commands: splitCommands(line), isDocker: line.includes('docker ') })),
		)
		.filter(({ section, isDocker }) => isDocker || !FOLLOWED_SECTIONS.includes(section))
		.flatMap((line) => line.commands);
	expect(commands.filter((each) => !NOT_RUN.some(({ command }) => command.test(each)))).toEqual([]);
	for (const { command } of NOT_RUN) expect(commands.some((each) => command.test(each))).toBe(true);
	expect(commands.filter((each) => each.startsWith('docker ')).flatMap(findUnknown)).toEqual([]);
});

test.each([
	['docker compose stop web', ['web']],
	['docker compose exec -T backup node build/server/data.js backup -', ['build/server/data.js']],
	['docker compose exec -T backup node build/server/database.js save -', ['save']],
	['docker compose exec app bash', ['bash']],
	['docker compose pull', ['pull']],
	['docker volume rm townbell_data', ['townbell_data']],
	['docker stack deploy', ['docker stack deploy']],
])('%s names something unknown', (command, unknown) => expect(findUnknown(command)).toEqual(unknown));

test('the text names only scripts of package.json, and files of the build, that exist', async () => {
	const texts = (await Promise.all(['install', 'operations'].map((name) => read(`docs/${name}.md`)))).join(
		'',
	);
	const scripts = [...texts.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
	const programs = [...texts.matchAll(/build\/server\/[\w-]+\.js/g)].map(([name]) => name);
	expect(scripts.filter((name) => !names.scripts.includes(name))).toEqual([]);
	expect(programs.filter((name) => !names.programs.includes(name))).toEqual([]);
	expect(scripts).toContain('doctor');
});

test('every statement of SQL runs on the present schema', async () => {
	const ofPsql = blocks.flatMap(({ lines }) =>
		lines.flatMap((line) => /--command='([^\\'][^']*)'/.exec(line)?.[1] ?? []),
	);
	const ofBlocks = blocks
		.filter(({ language }) => language === 'sql')
		.flatMap(({ lines }) => lines.filter((line) => !line.startsWith('--')));
	expect(ofPsql).toHaveLength(3);
	expect(ofBlocks.length).toBeGreaterThan(1);
	await inTransaction(async (transaction) => {
		for (const statement of [...ofPsql, ...ofBlocks]) await queryRaw(transaction, statement);
	});
});

test('the commands of the database read .env, as in a new terminal', async () => {
	const folder = await mkdtemp(path.join(tmpdir(), 'townbell-test-commands-'));
	try {
		await writeFile(path.join(folder, '.env'), `DATABASE_URL=${db.url}\n`);
		const program = ['--import', import.meta.resolve('tsx'), path.join(ROOT, 'database/cli.ts'), 'migrate'];
		const env = { PATH: process.env.PATH, TSX_TSCONFIG_PATH: path.join(ROOT, 'tsconfig.json') };
		const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: folder, env });
		expect(stdout).toBe('The database is up to date.\n');
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});
