import { execute, one, rows } from '~/database/sql.ts';
import { denied, unauthenticated } from '~/domain/refusal.ts';
import {
	type DiscordSignupsView,
	type LinkedSignupsView,
	linkInput,
	PROFILE_TEXTS,
} from '~/domain/users/profile.ts';
import { SIGNUP_COLUMNS, type SignupHistoryRow, toSignupHistoryView } from '../../wire/signups.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { lockEvents } from '../kernel/lock-event.ts';
import { defineChange, defineOperation } from '../kernel/operation.ts';

/** Returns the actor's signups that are not linked yet (GET /api/users/check-discord-signups). */
export const checkDiscordSignups = defineOperation({
	allow: 'linking.check',
	async handle({ actor }): Promise<DiscordSignupsView> {
		const found = await rows<SignupHistoryRow>(
			`SELECT ${SIGNUP_COLUMNS}, e.title, e.date, e.location
			FROM signups s JOIN users u ON u.id = s.user_id JOIN events e ON e.id = s.event_id
			WHERE s.user_id = :userId AND s.linked_at IS NULL ORDER BY e.date DESC, s.id DESC`,
			{ userId: actor.id },
		);
		return { discordSignups: found.map((row) => toSignupHistoryView(row, actor)) };
	},
});

/**
 * Links the signups that were made for the actor's Discord ID before they signed in, and returns how many (POST
 * /api/users/link-discord-account). The only accepted ID is the one that the sign-in has proven. Throws Refusal
 * 'invalid' when there is no ID or it is not a Discord ID, 'denied' when it is any other ID, with the same text whether
 * that ID is known here or not.
 */
export const linkDiscordAccount = defineChange({
	allow: 'linking.link',
	input: linkInput,
	async work({ actor, input, now, transaction, context }): Promise<LinkedSignupsView> {
		// Events are locked before users and signups, as in every other operation, to avoid deadlocks.
		const unlinked = 'e.id IN (SELECT event_id FROM signups WHERE user_id = :userId AND linked_at IS NULL)';
		await lockEvents(unlinked, { userId: actor.id }, transaction, 'SHARE');
		const user = await one<{ discord_id: string | null }>(
			'SELECT discord_id FROM users WHERE id = :userId FOR NO KEY UPDATE',
			{ userId: actor.id },
			transaction,
		);
		if (!user) throw unauthenticated();
		if (user.discord_id !== input.discordUserId) throw denied(PROFILE_TEXTS.otherDiscordId);
		// The ID is the same in all requests of a user, so it is not stored here.
		const once = { key: input.idempotencyKey, request: {} };
		return doOnce('linking.link', once, context, async () => {
			const linkedSignups = await execute(
				// Signups are locked by id, as in every operation that locks many, to avoid deadlocks.
				`UPDATE signups SET linked_at = :now WHERE id IN (
					SELECT id FROM signups WHERE user_id = :userId AND linked_at IS NULL ORDER BY id FOR UPDATE)`,
				{ userId: actor.id, now },
				transaction,
			);
			await execute(
				'UPDATE users SET linked_at = coalesce(linked_at, :now) WHERE id = :userId',
				{ userId: actor.id, now },
				transaction,
			);
			return { linkedSignups };
		});
	},
});
