import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseError } from 'sequelize';
import { expect, test, vi } from 'vitest';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { describeError, LogTarget, log, logFailure } from './log.ts';

useTestEnvironment();

const TYPED = 'what a user typed';

const addSensitiveFields = <T extends Error>(error: T): T =>
	Object.assign(error, {
		sql: `INSERT INTO signups (notes) VALUES ('${TYPED}')`,
		parameters: [TYPED],
		parent: { sql: TYPED },
		original: { detail: TYPED },
		fields: { notes: TYPED },
		errors: [{ value: TYPED }],
	});

test('describes an error without its additional fields', () => {
	const error = addSensitiveFields(Object.assign(new TypeError('it broke'), { code: '23514' }));
	const description = describeError(error);
	expect(description).toEqual({ name: 'TypeError', message: 'it broke', code: '23514', stack: error.stack });
	expect(JSON.stringify(description)).not.toContain(TYPED);
});

test('describes a cause in the same way', () => {
	const cause = addSensitiveFields(new Error('beneath'));
	const description = describeError(
		addSensitiveFields(new Error('above', { cause: addSensitiveFields(new Error('between', { cause })) })),
	);
	expect(description).toMatchObject({
		message: 'above',
		cause: { message: 'between', cause: { message: 'beneath' } },
	});
	expect(JSON.stringify(description)).not.toContain(TYPED);
});

test('describes a Sequelize error without its SQL and parameters', () => {
	const beneath = Object.assign(new Error('value too long'), {
		sql: `SELECT '${TYPED}'`,
		parameters: [TYPED],
	});
	const error = new DatabaseError(beneath);
	expect(error.sql).toContain(TYPED);
	const description = describeError(error);
	expect(description).toMatchObject({ name: 'SequelizeDatabaseError', message: 'value too long' });
	expect(JSON.stringify(description)).not.toContain(TYPED);
});

test.each([
	['string', TYPED],
	['object', { sql: TYPED }],
	['undefined', undefined],
])('does not log the content of a thrown %s', (_, thrown) => {
	expect(describeError(thrown)).toEqual({ message: 'not an Error' });
});

test('writes each line completely, once and in order', async () => {
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

test('drops and counts lines that a full disk rejects and lines above the limit', async () => {
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

test('failures while the database is down are one line a minute, others are all logged', () => {
	vi.useFakeTimers({ toFake: ['performance'] });
	const [warn, error] = [vi.spyOn(log(), 'warn'), vi.spyOn(log(), 'error')];
	const down = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
	for (let second = 0; second < 90; second += 1) {
		logFailure(down, 'job failed', { job: 'events.mirror' });
		vi.advanceTimersByTime(1_000);
	}
	expect(warn.mock.calls).toHaveLength(2);
	const [fields] = warn.mock.calls[0] ?? [];
	expect(fields).toEqual({
		job: 'events.mirror',
		work: 'job failed',
		name: 'Error',
		reason: 'connect ECONNREFUSED',
		code: 'ECONNREFUSED',
	});
	logFailure(new Error('broken'), 'job failed');
	logFailure(new Error('broken'), 'job failed');
	expect(error.mock.calls).toHaveLength(2);
	vi.restoreAllMocks();
	vi.useRealTimers();
});
