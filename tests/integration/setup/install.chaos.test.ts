import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { useServedDiscord } from '~/tests/mocks/discord/use-served-discord.ts';
import { buildTestUrl, createDatabase, dropDatabase } from '~/tests/support/database.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const APP_URL = 'https://games.example.org';
const databaseName = `test_${randomBytes(8).toString('hex')}`;
const discord = useServedDiscord();
const { state } = discord;
const guide = await readFile(path.join(ROOT, 'docs/install.md'), 'utf8');
const compose = await readFile(path.join(ROOT, 'compose.yaml'), 'utf8');
/** The sections of the guide by their headings, which begin with their number. */
const sections = new Map(
	guide
		.split(/^## /m)
		.slice(1)
		.map((section) => [section.slice(0, section.indexOf('\n')), section]),
);
/** The sections whose commands were run. */
const followed = new Set<string>();
let folder: string;

beforeAll(async () => {
	state.redirectUris.add(`${APP_URL}/api/auth/discord/callback`);
	await createDatabase(databaseName);
	folder = await mkdtemp(path.join(tmpdir(), 'townbell-test-install-'));
	await mkdir(path.join(folder, 'bin'));
	await writeProgram('git', GIT);
	await writeProgram('docker', await createDocker());
});
afterAll(async () => {
	await rm(folder, { recursive: true, force: true });
	await dropDatabase(databaseName);
});

/** Gives a clone the files that the commands need. */
const GIT = `case "$*" in
	"clone ADDRESS townbell") mkdir townbell && cp "$ROOT/compose.yaml" "$ROOT/Dockerfile" "$ROOT/.env.example" townbell ;;
	"pull") ;;
	*) exit 64 ;;
esac`;

/**
 * Returns a \`docker\` that runs the commands of the image from their sources, and refuses every command that it does
 * not know. Only building, starting and stopping do nothing.
 */
async function createDocker(): Promise<string> {
	const config = await readFile(path.join(ROOT, 'vite.config.ts'), 'utf8');
	const programs = [...config.matchAll(/'([\w-]+\.js)': '([\w/-]+\.ts)'/g)].map(
		([, built, source]) => `build/server/${built}) program="$ROOT/${source}" ;;`,
	);
	return `run() {
	test "$1" = node || exit 64
	case "$2" in
		${programs.join('\n\t\t')}
		*) exit 64 ;;
	esac
	shift 2
	exec "$NODE" --import "$TSX" "$program" "$@"
}
case "$1 $2 $3 $4" in
	"build --tag townbell-app .") test -f Dockerfile ;;
	"run --rm townbell-app node") shift 3; run "$@" ;;
	"compose run --rm app" | "compose exec -T backup") test -s .env && shift 4 && run "$@" ;;
	"compose exec app node") test -s .env && shift 3 && run "$@" ;;
	"compose up --build --wait" | "compose stop app " | "compose start app " | "compose logs app ") test -s .env ;;
	*) exit 64 ;;
esac`;
}

async function writeProgram(name: string, script: string): Promise<void> {
	const file = path.join(folder, 'bin', name);
	await writeFile(file, `#!/bin/sh\n${script}\n`);
	await chmod(file, 0o755);
}

/** Runs all commands of a section in the installation, word for word, and returns what they printed. */
async function follow(heading: string, cwd = path.join(folder, 'townbell')) {
	const section = [...sections].find(([name]) => name.startsWith(heading))?.[1] ?? '';
	const script = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands]) => commands).join('');
	expect(script).not.toBe('');
	followed.add(heading);
	const env = {
		PATH: `${path.join(folder, 'bin')}:/usr/bin:/bin`,
		ROOT,
		NODE: process.execPath,
		TSX: import.meta.resolve('tsx'),
		TSX_TSCONFIG_PATH: path.join(ROOT, 'tsconfig.json'),
		// What compose.yaml sets, and the stand-in.
		NODE_ENV: 'production',
		DATABASE_URL: buildTestUrl(databaseName),
		DISCORD_API_URL: `${discord.url()}/api`,
	};
	return new Promise<{ code: number; output: string }>((resolve) => {
		// Most machines let all users read a new file.
		execFile('sh', ['-e', '-c', `umask 022\n${script}`], { cwd, env }, (error, stdout, stderr) =>
			resolve({ code: error ? Number(error.code ?? -1) : 0, output: stdout + stderr }),
		);
	});
}

/** Returns who may read and write a file, such as "600" when only its owner may. */
const readMode = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

test('the guide leads from nothing to a checked installation, an update, a backup and a restore', async () => {
	expect(await follow('1.', folder)).toMatchObject({ code: 0 });
	expect(await follow('2.')).toEqual({ code: 0, output: '' });
	const envFile = path.join(folder, 'townbell/.env');
	const created = await readFile(envFile, 'utf8');
	expect(await readMode(envFile)).toBe('600');
	expect(await follow('2.')).toMatchObject({ code: 0 });
	expect(await readFile(envFile, 'utf8')).toBe(created);

	// Each empty variable is filled in by one of the steps 3 to 6.
	const values: Record<string, string> = {
		APP_URL,
		DISCORD_CLIENT_ID: DEMO_GUILD.clientId,
		DISCORD_CLIENT_SECRET: DEMO_GUILD.clientSecret,
		DISCORD_BOT_TOKEN: DEMO_GUILD.botToken,
		DISCORD_GUILD_ID: DEMO_GUILD.guildId,
		DISCORD_REQUIRED_ROLE_ID: DEMO_GUILD.requiredRoleId,
		ADMIN_DISCORD_IDS: PERSONAS.admin.discordId,
		COMMUNITY_NAME: 'Candlewick Society',
		COMMUNITY_JOIN_URL: 'https://discord.gg/candlewick',
	};
	const steps = [...sections].filter(([name]) => /^[3-6]\./.test(name)).map(([, text]) => text);
	const named = [...steps.join('').matchAll(/`([A-Z_]{5,})`/g)].map(([, name]) => name);
	const empty = Object.entries(parseEnv(created)).filter(([, value]) => value === '');
	expect(empty.map(([name]) => name).toSorted()).toEqual(Object.keys(values).toSorted());
	expect([...new Set(named)].toSorted()).toEqual(Object.keys(values).toSorted());
	await writeFile(
		envFile,
		created.replace(/^([A-Z_]+)=$/gm, (line, name) => (values[name] ? `${name}=${values[name]}` : line)),
	);
	// Compose refuses to start without these.
	const needed = [...compose.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name);
	const filled = parseEnv(await readFile(envFile, 'utf8'));
	for (const name of ['POSTGRES_PASSWORD', ...needed]) expect(filled[name]).toBeTruthy();
	expect(filled.POSTGRES_PASSWORD).toMatch(/^[a-z0-9]{32,}$/);

	state.fail({ route: 'GET /guilds/{guild_id}', status: 404, code: 10_004, message: 'Unknown Guild' });
	const first = await follow('7.');
	expect(first.output.match(/^✗ .*$/gm)).toEqual(['✗ The bot is on the server']);
	expect(first.output).toContain(
		`https://discord.com/oauth2/authorize?client_id=${DEMO_GUILD.clientId}&scope=bot`,
	);
	expect(first.code).toBe(1);
	state.recover();
	const second = await follow('7.');
	expect(second.output).not.toContain('✗');
	expect(second.output).toContain('✓ The bot is on the server');
	expect(second.code).toBe(0);

	expect(await follow('9.')).toMatchObject({ code: 0 });
	expect(await follow('Update')).toMatchObject({ code: 0 });
	const backup = await follow('Backup');
	expect(backup.output).toMatch(/Saved \d+ tables with \d+ rows/);
	expect(backup.output).toMatch(/Restored the backup of /);
	expect(await readMode(path.join(folder, 'townbell/townbell.backup'))).toBe('600');
	expect(backup.code).toBe(0);
	expect(await follow('When something is wrong')).toMatchObject({ code: 0 });
	const withCommands = [...sections].flatMap(([name, text]) => (text.includes('```sh') ? [name] : []));
	expect(withCommands.filter((name) => ![...followed].some((start) => name.startsWith(start)))).toEqual([]);
}, 120_000);

test('it has ten steps, and few small pictures that exist', async () => {
	expect([...sections.keys()].map((name) => Number.parseInt(name, 10)).filter(Boolean)).toEqual([
		...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
	]);
	const pictures = [...guide.matchAll(/!\[(.+)\]\((.+)\)/g)].map(([, , file = '']) => file);
	const sizes = await Promise.all(
		pictures.map(async (file) => (await stat(path.join(ROOT, 'docs', file))).size),
	);
	expect(pictures).toHaveLength(5);
	expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(150_000);
});
