import { z } from 'zod';

/** A mirror in the admin panel's list; `title` and `date` are null once its event is deleted. */
export const listedMirrorSchema = z
	.object({
		event_id: z.string(),
		title: z.string().nullable(),
		date: z.iso.datetime().nullable(),
		state: z.enum(['pending', 'synced', 'failed', 'deleted']),
		error: z.string().nullable(),
		discord_event_id: z.string().nullable(),
		/** Whether a retry would have an effect. */
		can_retry: z.boolean(),
	})
	.meta({ id: 'ListedMirror' });
export type ListedMirror = z.infer<typeof listedMirrorSchema>;
