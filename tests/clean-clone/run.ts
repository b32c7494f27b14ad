import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Account, makePlace, prepareTools } from './place.ts';
import { visitPlace } from './scenarios.ts';

/**
 * `npm run test:clean-clone [-- --only NAME]`: the committed HEAD, cloned to an empty folder, on a machine with its own Node and
 * nothing else. Places: root, user, root-closed, user-closed ("closed": a folder that only its owner may enter).
 */
const PLACES = [
	{ name: 'root', asRoot: true, closed: false },
	{ name: 'user', asRoot: false, closed: false },
	{ name: 'root-closed', asRoot: true, closed: true },
	{ name: 'user-closed', asRoot: false, closed: true },
];

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = PLACES.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0) {
	console.error(`No place is called ${values.only}; there are ${PLACES.map(({ name }) => name).join(', ')}.`);
	process.exit(2);
}

const isRoot = process.getuid?.() === 0;
const source = path.resolve(import.meta.dirname, '../..');
const base = await mkdtemp(path.join(os.tmpdir(), 'townbell-clean-clone-'));
await chmod(base, 0o755);
const visitors: Account[] = [];
let failed = 0;
let skipped = 0;

try {
	const tools = path.join(base, 'tools');
	console.log(
		`The machine's own Node is ${await prepareTools(tools)}; HEAD is ${git('log', '-1', '--format=%h %s')}`,
	);
	if (git('status', '--porcelain') !== '') console.log('Note: changes that are not committed are not tried.');
	for (const { name, asRoot, closed } of chosen) {
		const account = asRoot ? findRoot() : findVisitor();
		if (account === null) {
			console.log(`- ${name}: skipped, only root can try this place`);
			skipped += 1;
			continue;
		}
		failed += await visitPlace(await makePlace({ name, account, base, tools, source, closed }));
		await rm(path.join(base, name), { recursive: true, force: true });
	}
} finally {
	if (isRoot) for (const { name } of visitors) execFileSync('userdel', [name], { stdio: 'ignore' });
	await rm(base, { recursive: true, force: true });
}
console.log(`${chosen.length - failed - skipped} places passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed > 0 || skipped === chosen.length ? 1 : 0);

function findRoot(): Account | null {
	return isRoot ? { name: 'root', uid: 0, gid: 0 } : null;
}

/** The person who runs this, or for root a new account that is removed at the end. */
function findVisitor(): Account {
	if (!isRoot) {
		const { username, uid, gid } = os.userInfo();
		return { name: username, uid, gid };
	}
	const [visitor = addVisitor(`townbell${process.pid}`)] = visitors;
	return visitor;
}

function addVisitor(name: string): Account {
	execFileSync('useradd', ['--no-create-home', '--home-dir', base, '--shell', '/bin/sh', name]);
	const readId = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
	const visitor = { name, uid: readId('-u'), gid: readId('-g') };
	visitors.push(visitor);
	return visitor;
}

function git(...args: string[]): string {
	return execFileSync('git', ['-C', source, ...args], { encoding: 'utf8' }).trim();
}
