import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseError } from 'sequelize';
import { expect, test } from 'vitest';
import { describeError, LogTarget } from './log.ts';

const TYPED = 'what somebody typed';

const carry = <T extends Error>(error: T): T =>
	Object.assign(error, {
		sql: `INSERT INTO signups (notes) VALUES ('${TYPED}')`,
		parameters: [TYPED],
		parent: { sql: TYPED },
		original: { detail: TYPED },
		fields: { notes: TYPED },
		errors: [{ value: TYPED }],
	});

test('what an error carries along stays out; what it is stays in', () => {
	const error = carry(Object.assign(new TypeError('it broke'), { code: '23514' }));
	const told = describeError(error);
	expect(told).toEqual({ name: 'TypeError', message: 'it broke', code: '23514', stack: error.stack });
	expect(JSON.stringify(told)).not.toContain(TYPED);
});

test('a cause is told in the same way', () => {
	const cause = carry(new Error('beneath'));
	const told = describeError(carry(new Error('above', { cause: carry(new Error('between', { cause })) })));
	expect(told).toMatchObject({
		message: 'above',
		cause: { message: 'between', cause: { message: 'beneath' } },
	});
	expect(JSON.stringify(told)).not.toContain(TYPED);
});

test("Sequelize's own error keeps its SQL and parameters to itself", () => {
	const beneath = Object.assign(new Error('value too long'), {
		sql: `SELECT '${TYPED}'`,
		parameters: [TYPED],
	});
	const error = new DatabaseError(beneath);
	expect(error.sql).toContain(TYPED);
	const told = describeError(error);
	expect(told).toMatchObject({ name: 'SequelizeDatabaseError', message: 'value too long' });
	expect(JSON.stringify(told)).not.toContain(TYPED);
});

test.each([
	['a text', TYPED],
	['an object', { sql: TYPED }],
	['nothing', undefined],
])('%s that was thrown is not repeated', (_, thrown) => {
	expect(describeError(thrown)).toEqual({ message: 'not an Error' });
});

test('lines are written whole, once and in their order', async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'townbell-log-'));
	const file = path.join(folder, 'log');
	const fd = openSync(file, 'w');
	const target = new LogTarget(fd);
	const lines = Array.from({ length: 50 }, (_, number) => `line ${number} ⚘\n`);
	for (const line of lines.slice(0, 25)) target.write(line);
	await new Promise((resolve) => setImmediate(resolve));
	expect(readFileSync(file, 'utf8')).toBe(lines.slice(0, 25).join(''));
	for (const line of lines.slice(25)) target.write(line);
	target.flushWithin(500);
	expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
	expect(target.dropped).toBe(0);
	closeSync(fd);
	rmSync(folder, { recursive: true });
});

test('lines that a full disk refuses, and those that wait beyond the limit, are dropped and counted', async () => {
	const fd = openSync('/dev/full', 'w');
	const target = new LogTarget(fd);
	for (let count = 0; count < 3; count += 1) target.write('refused\n');
	await expect.poll(() => target.dropped).toBe(3);
	const half = 'x'.repeat(500_000);
	for (let count = 0; count < 3; count += 1) target.write(half);
	expect(target.dropped).toBe(4);
	target.flushWithin(500);
	expect(target.dropped).toBe(6);
	closeSync(fd);
});
