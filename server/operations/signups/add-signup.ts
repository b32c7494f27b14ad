import type { Transaction } from 'sequelize';
import type { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { selectValue } from '~/database/sql.ts';
import type { Actor } from '~/domain/policy.ts';
import { invalid, missing } from '~/domain/refusal.ts';
import { ADD_SIGNUP_TEXTS, addSignupInput, type SignupView } from '~/domain/signups/schema.ts';
import { getPlayerStanding, type Standing } from '~/domain/signups/standing.ts';
import { toSignupView } from '../../wire/signups.ts';
import { recordAudit } from '../kernel/audit.ts';
import { lockEvent } from '../kernel/lock-event.ts';
import { type ChangeContext, defineOperation, isId } from '../kernel/operation.ts';
import { planMessage } from '../kernel/recipients.ts';
import { selectSignup, selectSignupOf } from '../kernel/signup-rows.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { needsSettling, settleAfterChange } from '../places/index.ts';
import { requireActiveStatus, updateSignupRow, upsertSignup } from './put-signup.ts';

type Addition = {
	actor: Actor;
	eventId: string;
	input: z.output<typeof addSignupInput>;
	source: 'webapp' | 'botc_command';
	now: Date;
};

/** `before`: where the user stood; null without a signup. */
export type AddedSignup = { signup: SignupView; created: boolean; before: Standing | null };

/**
 * Signs another user up for an event, or changes their signup (POST /api/events/{id}/signups). Notes that are left out
 * stay. The places are given as for the user's own signup; a new player gets a message. A repeat changes
 * nothing. Throws Refusal 'missing' when no such event exists, 'conflict' when it is not active, 'invalid' when the user
 * does not exist or is no longer a member.
 */
export const addSignup = defineOperation({
	allow: 'signups.add',
	params: ['eventId'],
	input: addSignupInput,
	handle: ({ actor, params: { eventId }, input, now }): Promise<AddedSignup> =>
		saveAddedSignup({ actor, eventId, input, source: 'webapp', now }),
});

/** Does what `addSignup` does, for the web app and for the bot. */
export async function saveAddedSignup(addition: Addition): Promise<AddedSignup> {
	const { actor, eventId, input, now } = addition;
	const { id, before, hasPlaces } = await inTransaction(async (transaction) => {
		// Other signups wait, so that the signup is still as it was read.
		const event = await lockEvent(eventId, transaction, 'NO_KEY_UPDATE');
		requireActiveStatus(event.status);
		await requireMember(input.user_id, transaction);
		const saved = await selectSignupOf(eventId, input.user_id, transaction);
		const hasSameNotes = input.notes === undefined || (input.notes || null) === saved?.notes;
		if (saved && saved.status === input.status && hasSameNotes)
			return { id: saved.id, before: saved, hasPlaces: false };
		const context = { actor, now, transaction };
		const signupId = await keepForUndo('signups.add', context, () => save(addition, saved, context));
		return { id: signupId, before: saved, hasPlaces: needsSettling(event) };
	});
	if (hasPlaces) await settleAfterChange(eventId, now);
	const signup = await selectSignup(id);
	if (!signup) throw missing('Signup');
	return {
		signup: toSignupView(signup, actor),
		created: before === null,
		before: before && getPlayerStanding(toSignupView(before, actor)),
	};
}

/** Creates the signup or changes the `saved` one, with its audit entry, and returns its id. */
async function save(
	{ actor, eventId, input: { user_id: userId, status, notes }, source, now }: Addition,
	saved: Parameters<typeof updateSignupRow>[0] | null,
	context: ChangeContext,
): Promise<string> {
	const { transaction } = context;
	const input = { status, notes };
	if (saved) await updateSignupRow(saved, input, context, source);
	const request = { userId, isSignedIn: false, eventId, input, source, now };
	const { id } = saved ?? (await upsertSignup(request, transaction));
	const detail = { userId, eventId, from: saved?.status ?? null, to: status };
	await recordAudit('signups.add', { type: 'signup', id }, context, detail);
	if (!saved && userId !== actor.id)
		await planMessage({ kind: 'signed_up', eventId, userIds: [userId], now }, transaction);
	return id;
}

async function requireMember(userId: string, transaction: Transaction): Promise<void> {
	const sql = 'SELECT membership_lost_at IS NULL FROM users WHERE id = :userId FOR KEY SHARE';
	const isMember = isId(userId) ? await selectValue<boolean>(sql, { userId }, transaction) : null;
	if (isMember) return;
	throw invalid({ user_id: [isMember === null ? ADD_SIGNUP_TEXTS.unknown : ADD_SIGNUP_TEXTS.left] });
}
