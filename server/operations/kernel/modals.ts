import { type Binds, one } from '~/database/sql.ts';
import type { Action, Actor } from '~/domain/policy.ts';
import type { Role } from '~/domain/users/roles.ts';
import { defineOperation, perform } from './operation.ts';

/** A Discord user without an account: may read, and has no signups. */
export const UNKNOWN_MEMBER: Actor = { id: '0', role: 'player' };

/** SQL for the id of the event of a message in a channel, `:messageId`; null for any other message. */
export const EVENT_OF_MESSAGE =
	'(SELECT e.id FROM announcements a JOIN events e ON e.id = a.event_id WHERE a.message_id = :messageId LIMIT 1)';

type Modal<Values, Row, Result> = {
	/** The policy key, as of an operation. */
	allow: Action;
	/** What the modal shows; `member.id` is null for a member without an account. */
	sql: string;
	toBinds: (values: Values, now: Date) => Binds;
	/** Returns what the modal shows of the rows, in which times are text. */
	show: (found: Row[], call: { actor: Actor; now: Date; values: Values }) => Result;
};

/**
 * Declares how the content of a modal on Discord is read: in one statement together with the role of the member, because a
 * modal has to be the first response, within three seconds. Its function throws Refusal 'denied' before `show` runs.
 */
export function defineModal<Values, Row extends object, Result>({
	allow,
	sql,
	toBinds,
	show,
}: Modal<Values, Row, Result>) {
	const statement = `SELECT member.id::text, member.role, (SELECT coalesce(json_agg(f), '[]') FROM (${sql}) f) AS found
		FROM (SELECT) v LEFT JOIN users member ON member.discord_id = :discordId`;
	return async ({ discordId, now }: { discordId: string; now: Date }, values: Values): Promise<Result> => {
		const binds = Object.fromEntries([...Object.entries(toBinds(values, now)), ['discordId', discordId]]);
		const row = await one<{ id: string | null; role: Role; found: Row[] }>(statement, binds);
		const actor = row?.id ? { id: row.id, role: row.role } : UNKNOWN_MEMBER;
		const handle = async () => show(row?.found ?? [], { actor, now, values });
		return perform(defineOperation({ allow, handle }), { actor, now });
	};
}
