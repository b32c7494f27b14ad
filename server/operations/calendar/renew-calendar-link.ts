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

/** Creates the actor's calendar link. An earlier one ends (POST /api/users/calendar/renew), or stays with `keepsLink`. */
export const renewCalendarLink = defineOperation({
	allow: 'calendar.renewLink',
	input: z.object({ keepsLink: z.boolean().optional() }),
	async handle({ actor, input: { keepsLink = false } }): Promise<CalendarLinkView> {
		const key = await saveKey(actor.id, createSecret(), keepsLink);
		return { url: key && toUrl(actor.id, key) };
	},
});

/** Ends the actor's calendar link. Does nothing when there is none (DELETE /api/users/calendar). */
export const revokeCalendarLink = defineOperation({
	allow: 'calendar.revokeLink',
	async handle({ actor }): Promise<{ message: string }> {
		await saveKey(actor.id, null);
		return { message: 'Calendar link revoked' };
	},
});

/** Saves a key, unless there is one that is kept. Returns the saved one. */
async function saveKey(userId: string, key: string | null, keepsKey = false): Promise<string | null> {
	const saved = await writeOne<{ key: string | null }>(
		`UPDATE users SET calendar_key = CASE WHEN :keepsKey::boolean THEN coalesce(calendar_key, :key) ELSE :key END
		WHERE id = :userId RETURNING calendar_key AS key`,
		{ userId, key, keepsKey },
	);
	if (!saved) throw unauthenticated();
	return saved.key;
}

const toUrl = (userId: string, key: string): string =>
	`${config().APP_URL}/calendar/${createCalendarToken(userId, key)}.ics`;
