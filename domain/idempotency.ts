import { z } from 'zod';

/**
 * The key under which a request may be sent again without doing its work twice: a header of /api (`Idempotency-Key`),
 * a hidden field of a form. Left out, every request counts as a new one.
 */
export const idempotencyKey = z
	.string('The key must be text')
	.regex(/^[\x21-\x7e]{1,255}$/, 'The key must be 1 to 255 visible ASCII characters')
	.nullish()
	.transform((key) => key ?? undefined);
