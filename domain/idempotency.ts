import { z } from 'zod';

/**
 * The key that makes repeating a request safe: the header `Idempotency-Key` in /api, a hidden field in a
 * form.
 */
export const idempotencyKey = z
	.string('The key must be text')
	.regex(/^[\x21-\x7e]{1,255}$/, 'The key must be 1 to 255 visible ASCII characters')
	.nullish()
	.transform((key) => key ?? undefined);
