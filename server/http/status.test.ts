import { ForeignKeyConstraintError } from 'sequelize';
import { expect, test } from 'vitest';
import { denied } from '~/domain/refusal.ts';
import { asRefusal, STATUS } from './status.ts';

test('a refusal is itself', () => {
	const refusal = denied();
	expect(asRefusal(refusal)).toBe(refusal);
});

test('what was written about is gone meanwhile: a conflict in words, without the constraint', () => {
	const parent = Object.assign(new Error('insert violates "comments_user_id_fkey"'), {
		sql: 'INSERT',
		code: '23503',
	});
	const broken = new ForeignKeyConstraintError({ parent });
	const refusal = asRefusal(broken);
	expect(refusal && STATUS[refusal.kind]).toBe(409);
	expect(refusal?.message).toBe('What this belongs to is gone. Please reload the page.');
});

test('anything else is nobody’s plan', () => expect(asRefusal(new TypeError('x'))).toBeNull());
