import { z } from 'zod';
import { one, writeOne } from '~/database/sql.ts';
import { unauthenticated } from '~/domain/refusal.ts';
import type { CalendarLinkView } from '~/domain/users/profile.ts';
import { config } from '../../config.ts';
import { createCalendarToken, createSecret } from '../../secrets.ts';
import { defineOperation } from '../kernel/operation.ts';

/** Returns the actor's calendar link; `url` is null when there is none (GET /api/users/calendar). */
export const readCalendarLink = defineOperation({
	allow: 'calendar.readLink',
	input: z.object({}),
	async handle({ actor }): Promise<CalendarLinkView> {
		const user = await one<{ key: string | null }>(
			'SELECT calendar_key AS key FROM users WHERE id = :userId',
			{
				userId: actor.id,
			},
		);
		if (!user) throw unauthenticated();
		return { url: user.key && toUrl(actor.id, user.key) };
	},
});

/** Creates the actor's calendar link. An earlier link no longer works (POST /api/users/calendar/renew). */
export const renewCalendarLink = defineOperation({
	allow: 'calendar.renewLink',
	input: z.object({}),
	async handle({ actor }): Promise<CalendarLinkView> {
		const key = createSecret();
		await saveKey(actor.id, key);
		return { url: toUrl(actor.id, key) };
	},
});

/** Ends the actor's calendar link. Does nothing when there is none (DELETE /api/users/calendar). */
export const revokeCalendarLink = defineOperation({
	allow: 'calendar.revokeLink',
	input: z.object({}),
	async handle({ actor }): Promise<{ message: string }> {
		await saveKey(actor.id, null);
		return { message: 'Calendar link revoked' };
	},
});

async function saveKey(userId: string, key: string | null): Promise<void> {
	const saved = await writeOne('UPDATE users SET calendar_key = :key WHERE id = :userId RETURNING id', {
		userId,
		key,
	});
	if (!saved) throw unauthenticated();
}

const toUrl = (userId: string, key: string): string =>
	`${config().APP_URL}/calendar/${createCalendarToken(userId, key)}.ics`;
