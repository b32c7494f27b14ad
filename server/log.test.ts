import { DatabaseError } from 'sequelize';
import { expect, test } from 'vitest';
import { describeError } from './log.ts';

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
