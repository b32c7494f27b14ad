import { ForeignKeyConstraintError } from 'sequelize';
import { expect, test } from 'vitest';
import { denied } from '~/domain/refusal.ts';
import { asRefusal, STATUS } from './status.ts';

test('returns a refusal unchanged', () => {
	const refusal = denied();
	expect(asRefusal(refusal)).toBe(refusal);
});

test('turns a foreign key violation into a conflict without the name of the constraint', () => {
	const parent = Object.assign(new Error('insert violates "comments_user_id_fkey"'), {
		sql: 'INSERT',
		code: '23503',
	});
	const broken = new ForeignKeyConstraintError({ parent });
	const refusal = asRefusal(broken);
	expect(refusal && STATUS[refusal.kind]).toBe(409);
	expect(refusal?.message).toBe('The item this belongs to was deleted. Please reload the page.');
});

test('returns null for any other error', () => expect(asRefusal(new TypeError('x'))).toBeNull());
