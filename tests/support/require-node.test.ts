import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Runs the check as a Node of this version would. */
const check = (version: string) =>
	spawnSync(process.execPath, [
		'--eval',
		`Object.defineProperty(process, 'versions', { value: { node: '${version}' } }); import('./seeds/require-node.js')`,
	]);

test.each(['20.19.2', '23.11.1'])('Node %s is refused with one sentence', (version) => {
	const { status, stderr } = check(version);
	expect(status).toBe(1);
	expect(String(stderr)).toBe(
		`Townbell needs Node 24 or newer, and this is ${version}: https://nodejs.org\n`,
	);
});

test.each(['24.0.0', '100.0.0'])('Node %s is accepted', (version) => {
	const { status, stderr } = check(version);
	expect([status, String(stderr)]).toEqual([0, '']);
});
