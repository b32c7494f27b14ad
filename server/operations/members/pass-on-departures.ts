import type { Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import { selectColumn, selectValue } from '~/database/sql.ts';
import { conflict } from '~/domain/refusal.ts';
import { DEPARTURE_MS, type DepartureHold, type HoldReason } from '~/domain/users/membership.ts';
import { summarizeForLog } from '../../discord/errors.ts';
import { readBotOnGuild } from '../../discord/guild.ts';
import { log } from '../../log.ts';
import { recordAudit } from '../kernel/audit.ts';
import {
	CONFIRMED_SETTING,
	HOLD_SETTING,
	type KnownDepartures,
	readDepartures,
} from '../kernel/departures.ts';
import { defineOperation } from '../kernel/operation.ts';
import { planMessage } from '../kernel/recipients.ts';
import { keepSetting } from '../kernel/settings.ts';
import { settleEventsOfUsers } from '../places/index.ts';

/**
 * Lets departures take effect that were noticed fifteen minutes ago, settles the coming events of these users, and
 * returns how many there were. Departures that must wait are saved as a hold, and the admins get one message about it
 * (decision 0022). While Discord does not say whether the required role exists, all of them wait.
 */
export async function passOnDepartures(now: Date): Promise<number> {
	const known = await readDepartures(now);
	const roleExists = await findRequiredRole(known);
	if (roleExists === 'unknown') return 0;
	const { left, reason } = known.decide(roleExists);
	if (left.length === 0 && reason === known.savedHold) return 0;
	const passedOn = await inTransaction(async (transaction) => {
		if (reason !== known.savedHold) await saveHold({ reason, isFirst: !known.savedHold, now }, transaction);
		return selectColumn(
			`WITH leaving AS MATERIALIZED (SELECT u.id FROM users u
				WHERE u.id = ANY(:left::bigint[]) AND u.left_at IS NULL AND u.membership_lost_at <= :departed
				ORDER BY u.id FOR NO KEY UPDATE)
			UPDATE users u SET left_at = :now FROM leaving WHERE u.id = leaving.id RETURNING u.id::text`,
			{ left, now, departed: new Date(now.getTime() - DEPARTURE_MS) },
			transaction,
		);
	});
	await settleEventsOfUsers(passedOn, now);
	return passedOn.length;
}

/** Returns whether the required role exists. Discord is only asked when the response decides about a departure. */
async function findRequiredRole({ decide, savedHold }: KnownDepartures): Promise<boolean | 'unknown'> {
	const [withRole, without] = [decide(true), decide(false)];
	const isRelevant =
		savedHold === 'role' ? without.reason !== null : withRole.left.length > without.left.length;
	if (!isRelevant) return true;
	try {
		return (await readBotOnGuild())?.hasRequiredRole ?? 'unknown';
	} catch (error) {
		const problem = summarizeForLog(error);
		if (!problem) throw error;
		log().warn({ problem }, 'departures wait for Discord');
		return 'unknown';
	}
}

type Hold = { reason: HoldReason | null; isFirst: boolean; now: Date };

async function saveHold({ reason, isFirst, now }: Hold, transaction: Transaction): Promise<void> {
	await keepSetting(HOLD_SETTING, reason ?? '', now, transaction);
	if (!reason || !isFirst) return;
	// A message belongs to an event: the next one in which a user who seems to have left takes part, or any coming one.
	const eventId = await selectValue(
		`SELECT e.id::text FROM events e WHERE e.status = 'active' AND e.date > :now
		ORDER BY EXISTS (SELECT FROM signups s JOIN users l ON l.id = s.user_id
			WHERE s.event_id = e.id AND l.membership_lost_at IS NOT NULL AND l.left_at IS NULL) DESC, e.date, e.id LIMIT 1`,
		{ now },
		transaction,
	);
	if (eventId === null) return;
	const userIds = await selectColumn(
		`SELECT id::text FROM users WHERE role = 'admin' ORDER BY id`,
		{},
		transaction,
	);
	await planMessage({ kind: 'departures', eventId, userIds, now }, transaction);
}

/** Returns the departures that wait for an admin; null when none do. */
export async function findDepartureHold(now: Date, transaction?: Transaction): Promise<DepartureHold | null> {
	const { reason, held, members } = await readDepartures(now, transaction);
	return reason && { reason, users: held.length, members };
}

/** Confirms the departures so far, which then take effect. Throws Refusal 'conflict' when none wait. */
export const confirmDepartures = defineOperation({
	allow: 'departures.confirm',
	async handle({ actor, now }): Promise<{ users: number }> {
		const users = await inTransaction(async (transaction) => {
			const hold = await findDepartureHold(now, transaction);
			if (!hold) throw conflict('No departures are waiting any more.');
			await keepSetting(CONFIRMED_SETTING, now.toISOString(), now, transaction);
			const detail = { users: hold.users, reason: hold.reason };
			const context = { actor, now, transaction };
			await recordAudit('departures.confirm', { type: 'setting', id: HOLD_SETTING }, context, detail);
			return hold.users;
		});
		await passOnDepartures(now);
		return { users };
	},
});
