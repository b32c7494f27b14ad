import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { runCommand } from '~/database/command-line.ts';
import { createEnvFile, formatSetup } from '~/domain/setup.ts';

const USAGE = `Usage:
  npm run doctor                  checks the set-up: variables, database, Discord, bot
  npm run doctor -- --init        creates .env with new secrets; an existing .env stays as it is
  npm run doctor -- --init -      prints the text of such a file, from which you can copy a new secret
In the container: node build/server/doctor.js, and node build/server/doctor.js --init -`;

runCommand(async () => {
	const [option, file = '.env', ...others] = process.argv.slice(2);
	if (others.length > 0 || (option !== undefined && option !== '--init')) throw new Error(USAGE);
	if (option === '--init') return initialize(file);
	if (existsSync('.env')) process.loadEnvFile('.env');
	process.env.NODE_ENV ??= 'production';
	// Loaded after the variables are set, because some modules read them when they are loaded.
	const { checkSetup } = await import('./check-setup.ts');
	const { checks, inviteUrl } = await checkSetup();
	process.stdout.write(formatSetup(checks, inviteUrl));
	if (checks.some(({ state }) => state === 'missing')) process.exitCode = 1;
});

async function initialize(file: string): Promise<void> {
	const example = await readFile('.env.example', 'utf8');
	const text = createEnvFile(example, (bytes) => randomBytes(bytes).toString('hex'));
	if (file === '-') {
		process.stdout.write(text);
		return;
	}
	if (existsSync(file)) throw new Error(`${file} exists already and was not changed.`);
	// Only the owner may read the secrets. 'wx' never overwrites a file.
	await writeFile(file, text, { flag: 'wx', mode: 0o600 });
	console.log(`Created ${file} with new secrets. Fill in the empty variables, then run: npm run doctor`);
}
