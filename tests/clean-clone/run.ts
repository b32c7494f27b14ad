import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Account, createClone, prepareTools } from './clone.ts';
import { followOperations } from './operations.ts';
import { runScenarios } from './scenarios.ts';

const isRoot = process.getuid?.() === 0;

/**
 * `npm run test:clean-clone [-- --only NAME]`: tests the committed HEAD, cloned to an empty folder, on a machine with
 * only Node. Variants: root, user, root-closed, user-closed ("closed": only the owner can access the folder), and
 * operations, which follows docs/operations.md.
 */
const VARIANTS = [
	{ name: 'root', asRoot: true, closed: false, runSteps: runScenarios },
	{ name: 'user', asRoot: false, closed: false, runSteps: runScenarios },
	{ name: 'root-closed', asRoot: true, closed: true, runSteps: runScenarios },
	{ name: 'user-closed', asRoot: false, closed: true, runSteps: runScenarios },
	// As the account of this checkout, because git pulls from no folder of another account.
	{ name: 'operations', asRoot: isRoot, closed: false, runSteps: followOperations },
];

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = VARIANTS.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0) {
	console.error(
		`No variant is called ${values.only}. The variants are ${VARIANTS.map(({ name }) => name).join(', ')}.`,
	);
	process.exit(2);
}

const source = path.resolve(import.meta.dirname, '../..');
const base = await mkdtemp(path.join(os.tmpdir(), 'townbell-clean-clone-'));
await chmod(base, 0o755);
const createdAccounts: Account[] = [];
let failed = 0;
let skipped = 0;

try {
	const tools = path.join(base, 'tools');
	console.log(
		`The machine's own Node is ${await prepareTools(tools)}; HEAD is ${git('log', '-1', '--format=%h %s')}`,
	);
	if (git('status', '--porcelain') !== '') console.log('Note: uncommitted changes are not tested.');
	for (const { name, asRoot, closed, runSteps } of chosen) {
		const account = asRoot ? findRootAccount() : getUserAccount();
		if (account === null) {
			console.log(`- ${name}: skipped, because only root can run this variant`);
			skipped += 1;
			continue;
		}
		failed += await runSteps(await createClone({ name, account, base, tools, source, closed }));
		await rm(path.join(base, name), { recursive: true, force: true });
	}
} finally {
	if (isRoot) for (const { name } of createdAccounts) execFileSync('userdel', [name], { stdio: 'ignore' });
	await rm(base, { recursive: true, force: true });
}
console.log(`${chosen.length - failed - skipped} variants passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed > 0 || skipped === chosen.length ? 1 : 0);

function findRootAccount(): Account | null {
	return isRoot ? { name: 'root', uid: 0, gid: 0 } : null;
}

/** Returns the current account, or for root a new account that is deleted at the end. */
function getUserAccount(): Account {
	if (!isRoot) {
		const { username, uid, gid } = os.userInfo();
		return { name: username, uid, gid };
	}
	const [account = createAccount(`townbell${process.pid}`)] = createdAccounts;
	return account;
}

function createAccount(name: string): Account {
	execFileSync('useradd', ['--no-create-home', '--home-dir', base, '--shell', '/bin/sh', name]);
	const readId = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
	const account = { name, uid: readId('-u'), gid: readId('-g') };
	createdAccounts.push(account);
	return account;
}

function git(...args: string[]): string {
	return execFileSync('git', ['-C', source, ...args], { encoding: 'utf8' }).trim();
}
