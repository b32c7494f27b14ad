import { z } from 'zod';

/** Answers that belong to no entity. */
export const messageSchema = z.object({ message: z.string() }).meta({ id: 'Message' });

/** What every refusal says (wire.md, "Error"); a 409 may bring along more, which its call names. */
export const errorSchema = z
	.object({ error: z.string(), fieldErrors: z.record(z.string(), z.array(z.string())).optional() })
	.meta({ id: 'Error' });
