import { one } from '~/database/sql.ts';
import type { EventDraft } from '~/domain/discord/event-draft.ts';
import type { PollDraft } from '~/domain/discord/poll-draft.ts';
import { DAY_MS, MINUTE_MS } from '~/domain/limits.ts';
import type { Actor } from '~/domain/policy.ts';
import { Refusal } from '~/domain/refusal.ts';
import { defineModal } from '../kernel/modals.ts';
import { isId } from '../kernel/operation.ts';

/** The drafts of what creators plan on Discord: events, and polls about the date of one, whose drafts have times. */
type Drafts = { event: EventDraft; poll: PollDraft };
type DraftKind = keyof Drafts;

/** How long a draft can be saved. */
const DRAFT_MS = DAY_MS;
/** How long `/botc create` and `/botc poll` go on with the last draft. */
const CONTINUED_MS = 15 * MINUTE_MS;

const DRAFT_GONE =
	'This draft is no longer there. Please start again with /botc create, /botc edit or /botc poll.';

/** A stored draft. `event_id` and `version`: the saved event that it changes; null for something new. */
export type DraftRow<Kind extends DraftKind> = {
	id: string;
	event_id: string | null;
	version: number | null;
	draft: Drafts[Kind];
	accepted: string[];
	/** The event or poll that it became. */
	saved_id: string | null;
	changed_at: Date;
};

/** SQL for the event or poll that a draft became: of a new event, the form may have saved it too. */
const SAVED = `coalesce(saved_id, (SELECT coalesce(k.response ->> 'eventId', k.response ->> 'pollId')::bigint
	FROM idempotency_keys k WHERE k.key = 'discord-draft-' || event_drafts.id
		AND k.operation IN ('events.create', 'polls.create') AND k.actor_scope = user_id::text))`;
const IS_KIND = "(draft ->> 'times' IS NOT NULL) = (:kind::text = 'poll')";
const COLUMNS = `id::text, event_id::text, version, draft, accepted, ${SAVED}::text AS saved_id, changed_at`;

/** Returns the key that keeps a draft from becoming two events or polls. */
export const toFormKey = ({ id }: { id: string }): string => `discord-draft-${id}`;

/** A draft that is not saved yet, or was not stored yet (null), for its modal. */
type OpenedDraft<Kind extends DraftKind> = { id: string | null; draft: Drafts[Kind] };

/**
 * Declares how the modals of drafts of this kind are read: `openNew` the member's draft of the last minutes of something new
 * that nothing has saved, or an empty one; `reopen` a draft again, or Refusal 'missing' when the member has no such draft.
 */
export const defineDraftModals = <Kind extends DraftKind>(kind: Kind, empty: Drafts[Kind]) => ({
	openNew: defineModal({
		allow: 'botc.plan',
		sql: `SELECT id::text, draft FROM event_drafts WHERE user_id = member.id AND ${IS_KIND}
			AND changed_at > :since AND event_id IS NULL AND ${SAVED} IS NULL ORDER BY changed_at DESC, id DESC LIMIT 1`,
		toBinds: (_: null, now) => ({ kind, since: new Date(now.getTime() - CONTINUED_MS) }),
		show: ([row]: OpenedDraft<Kind>[]): OpenedDraft<Kind> => row ?? { id: null, draft: empty },
	}),
	reopen: defineModal({
		allow: 'botc.plan',
		sql: `SELECT draft FROM event_drafts WHERE id = :draftId AND user_id = member.id AND ${IS_KIND} AND changed_at > :since`,
		toBinds: ({ draftId }: { draftId: string }, now) => ({
			draftId,
			kind,
			since: new Date(now.getTime() - DRAFT_MS),
		}),
		show: ([row]: Pick<DraftRow<Kind>, 'draft'>[]): Drafts[Kind] => getFound(row, DRAFT_GONE).draft,
	}),
});

type Context = { actor: Actor; now: Date };

/** Stores a new draft, of `event` when it changes a saved one. Expired drafts are deleted. */
export async function insertDraft<Kind extends DraftKind>(
	draft: Drafts[Kind],
	event: { id: string; version: number } | null,
	{ actor, now }: Context,
): Promise<DraftRow<Kind>> {
	const row = await one<DraftRow<Kind>>(
		`WITH gone AS (DELETE FROM event_drafts WHERE changed_at <= :since)
		INSERT INTO event_drafts (user_id, event_id, version, draft, changed_at)
		VALUES (:actor, :eventId, :version, :draft::jsonb, :now) RETURNING ${COLUMNS}`,
		{
			actor: actor.id,
			eventId: event?.id ?? null,
			version: event?.version ?? null,
			draft: JSON.stringify(draft),
			now,
			since: new Date(now.getTime() - DRAFT_MS),
		},
	);
	return getFound(row, DRAFT_GONE);
}

/** Returns a draft of the actor. Throws Refusal 'missing' when there is none of this kind. */
export async function getDraft<Kind extends DraftKind>(
	kind: Kind,
	draftId: string,
	{ actor, now }: Context,
): Promise<DraftRow<Kind>> {
	const row = isId(draftId)
		? await one<DraftRow<Kind>>(
				`SELECT ${COLUMNS} FROM event_drafts
				WHERE id = :draftId AND user_id = :actor AND ${IS_KIND} AND changed_at > :since`,
				{ draftId, kind, actor: actor.id, since: new Date(now.getTime() - DRAFT_MS) },
			)
		: null;
	return getFound(row, DRAFT_GONE);
}

/** Changes fields of an unsaved draft; what was asked about it is asked again. Throws as `getDraft` does. */
export async function changeDraft<Kind extends DraftKind>(
	kind: Kind,
	draftId: string,
	fields: Partial<Drafts[Kind]>,
	{ actor, now }: Context,
): Promise<DraftRow<Kind>> {
	const { id } = await getDraft(kind, draftId, { actor, now });
	const row = await one<DraftRow<Kind>>(
		`UPDATE event_drafts SET draft = draft || :fields::jsonb, accepted = '{}', changed_at = :now WHERE id = :id AND ${SAVED} IS NULL
		RETURNING ${COLUMNS}`,
		{ id, fields: JSON.stringify(fields), now },
	);
	return getFound(row, DRAFT_GONE);
}

/** Returns what was found. Throws Refusal 'missing' with this text when it is nothing. */
export function getFound<Found>(found: Found | null | undefined, text: string): Found {
	if (!found) throw new Refusal('missing', text);
	return found;
}
