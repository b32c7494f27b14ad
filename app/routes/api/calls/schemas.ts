import { z } from 'zod';

export const messageSchema = z.object({ message: z.string() }).meta({ id: 'Message' });

/** The schema of every error response. A call may declare more fields for 409. */
export const errorSchema = z
	.object({ error: z.string(), fieldErrors: z.record(z.string(), z.array(z.string())).optional() })
	.meta({ id: 'Error' });
