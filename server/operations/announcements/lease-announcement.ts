import { createHash } from 'node:crypto';
import { execute, one } from '~/database/sql.ts';
import type { AnnouncementKind, AnnouncementState } from '~/domain/discord/announcement.ts';
import type { PostedGroup } from '~/domain/discord/group-post.ts';
import type { MessageContent } from '../../discord/messages.ts';
import { ACTIVE_REVISION } from '../../live/event-changes.ts';

/** The pause between two edits of one message (decision 0042). */
const EDIT_PAUSE_MS = 3_000;

/** A message that one run has leased. */
export type LeasedAnnouncement = {
	event_id: string;
	kind: AnnouncementKind;
	/** 'absent' also when the event was deleted. */
	wanted: 'present' | 'absent';
	state: AnnouncementState;
	error: string | null;
	channel_id: string | null;
	message_id: string | null;
	thread_id: string | null;
	/** The name that was last sent for the thread; null while it is unknown. */
	thread_name: string | null;
	/** When Discord accepts the next name of the thread. */
	thread_due_at: Date | null;
	/** Null while it is unknown what the message shows. */
	content_hash: string | null;
	image_hash: string | null;
	posted_groups: ShownGroups | null;
	/** When a post was sent whose result is unknown: the message may exist. */
	sent_at: Date | null;
	/** Whether it is posted again with many others, and mentions no role then. */
	is_quiet: boolean;
	revision: number;
	requests: number;
	attempts: number;
	/** Only the run that set this time may change the row. */
	leased_until: Date;
};

/** What a row contains when Discord has no message, or when the bot can no longer reach it. */
export const NO_MESSAGE = {
	message_id: null,
	thread_id: null,
	thread_name: null,
	thread_due_at: null,
	content_hash: null,
	image_hash: null,
	posted_groups: null,
	sent_at: null,
} as const;

/** The lease of a run expired and another run has the message, so this one must stop. */
export class LeaseLost extends Error {
	override readonly name = 'LeaseLost';
}

/** SQL for what the messages `a` are about: events, and polls, which have ids of events (decision 0090). */
const SUBJECTS = `(SELECT id, status, date, false AS is_poll FROM events
	UNION ALL SELECT id, CASE WHEN chosen_time_id IS NULL AND withdrawn_at IS NULL THEN 'active' ELSE 'completed' END, answer_by, true
	FROM polls)`;
/** SQL that joins what a message `a` is about as `e`. */
export const JOIN_SUBJECT = `JOIN ${SUBJECTS} e ON e.id = a.event_id AND e.is_poll = (a.kind = 'poll')`;

/**
 * SQL for whether a message `a` may differ from its event or poll `e`, which is null when it was deleted. The message with the
 * groups changes only when a user asks.
 */
export const IS_OUT_OF_DATE = `(a.is_dirty OR e.id IS NULL
	OR a.kind <> 'groups' AND a.read_revision IS DISTINCT FROM ${ACTIVE_REVISION})`;

/**
 * Leases the most recently written message that is due, and saves the revision of its event. Groups wait for the message
 * about their event, in whose thread they are posted. The event is read afterwards, so a change that commits later gets
 * another run.
 */
export function leaseNextAnnouncement(now: Date, leaseMs: number): Promise<LeasedAnnouncement | null> {
	return one<LeasedAnnouncement>(
		`WITH next AS (
			SELECT a.event_id, a.kind, e.id IS NULL AS is_gone, ${ACTIVE_REVISION} AS revision
			FROM announcements a LEFT ${JOIN_SUBJECT}
			WHERE a.due_at <= :now AND (a.kind <> 'groups' OR NOT EXISTS (SELECT FROM announcements m WHERE m.event_id = a.event_id
				AND m.kind = 'event' AND m.wanted = 'present' AND m.state = 'pending' AND m.message_id IS NULL))
				AND (a.leased_until IS NULL OR a.leased_until <= :now) AND (a.thread_due_at <= :now OR ${IS_OUT_OF_DATE})
			ORDER BY a.due_at DESC, a.event_id LIMIT 1 FOR UPDATE OF a SKIP LOCKED
		)
		UPDATE announcements a SET is_dirty = true, read_revision = next.revision, leased_until = :leasedUntil,
			thread_due_at = CASE WHEN thread_due_at > :now THEN thread_due_at END FROM next
		WHERE a.event_id = next.event_id AND a.kind = next.kind
		RETURNING a.event_id, a.kind, a.state, a.error, a.channel_id, a.message_id, a.thread_id, a.thread_name,
			a.thread_due_at, a.content_hash, a.image_hash, a.posted_groups, a.sent_at, a.is_quiet, a.revision, a.requests, a.attempts, a.leased_until,
			CASE WHEN next.is_gone THEN 'absent' ELSE a.wanted END AS wanted`,
		{ now, leasedUntil: new Date(now.getTime() + leaseMs) },
	);
}

/** SQL for the times from which `leaseNextAnnouncement` may find a message. */
export const ANNOUNCEMENT_TIMES = `SELECT greatest(a.due_at, a.leased_until, CASE WHEN NOT ${IS_OUT_OF_DATE} THEN a.thread_due_at END)
	FROM announcements a LEFT ${JOIN_SUBJECT} WHERE a.thread_due_at IS NOT NULL OR ${IS_OUT_OF_DATE}`;

const IS_OWN = 'event_id = :event_id AND kind = :kind AND leased_until = :leased_until';
const toKey = ({ event_id, kind, leased_until }: LeasedAnnouncement) => ({ event_id, kind, leased_until });

type Found = Pick<
	LeasedAnnouncement,
	| 'channel_id'
	| 'message_id'
	| 'thread_id'
	| 'thread_name'
	| 'thread_due_at'
	| 'content_hash'
	| 'image_hash'
	| 'posted_groups'
	| 'sent_at'
>;

/** Saves what a run found out about the message, and returns the changed row. Throws `LeaseLost`. */
export async function saveFindings(
	row: LeasedAnnouncement,
	found: Partial<Found>,
): Promise<LeasedAnnouncement> {
	const assignments = Object.keys(found).map((column) => `${column} = :${column}`);
	const saved = await execute(`UPDATE announcements SET ${assignments.join(', ')} WHERE ${IS_OWN}`, {
		...found,
		...toKey(row),
	});
	if (saved === 0) throw new LeaseLost();
	return { ...row, ...found };
}

/** Deletes a row, unless a user has asked for the message since this run began, and returns whether it was deleted. */
export async function deleteRow(row: LeasedAnnouncement): Promise<boolean> {
	const deleted = await execute(`DELETE FROM announcements WHERE ${IS_OWN} AND revision = :revision`, {
		...toKey(row),
		revision: row.revision,
	});
	return deleted > 0;
}

type Outcome = {
	state?: LeasedAnnouncement['state'];
	error?: string | null;
	/** Whether the run is repeated. */
	isRetried?: boolean;
	waitMs?: number;
};

/**
 * Ends the lease of a run and saves its outcome. When a user has asked for something in the meantime, the message stays
 * due and keeps their state. Throws `LeaseLost`.
 */
export async function releaseLease(
	row: LeasedAnnouncement,
	{ state = row.state, error = row.error, isRetried = false, waitMs = EDIT_PAUSE_MS }: Outcome,
	now: Date,
): Promise<void> {
	const released = await execute(
		`UPDATE announcements SET state = CASE WHEN revision = :revision THEN :state ELSE state END,
			error = CASE WHEN revision = :revision THEN :error ELSE error END,
			is_dirty = :isRetried OR revision <> :revision, attempts = :attempts, leased_until = NULL, updated_at = :now,
			due_at = CASE WHEN revision = :revision THEN :dueAt ELSE :nextEditAt END::timestamptz
		WHERE ${IS_OWN}`,
		{
			...toKey(row),
			revision: row.revision,
			state,
			error,
			isRetried,
			now,
			attempts: isRetried ? row.attempts + 1 : 0,
			dueAt: new Date(now.getTime() + waitMs),
			nextEditAt: new Date(now.getTime() + EDIT_PAUSE_MS),
		},
	);
	if (released === 0) throw new LeaseLost();
}

/**
 * Requests that a posted message is written again: a run that has lost its lease may have written an old state over
 * that of the run which has taken over.
 */
export async function requestRewrite({ event_id, kind }: LeasedAnnouncement): Promise<void> {
	await execute(
		`UPDATE announcements SET state = 'pending', is_dirty = true, revision = revision + 1
		WHERE event_id = :event_id AND kind = :kind AND state = 'posted' AND wanted = 'present'`,
		{ event_id, kind },
	);
}

/** The picture of an event: its row, its content and its type. */
export type AnnouncedImage = { id: string; hash: string; mime: string };

/**
 * The groups that a message shows, the number of the request that it follows, and the groups that it showed before. A
 * message that is written again without a new request shows the same groups and the same changes.
 */
export type ShownGroups = {
	request: number;
	before: PostedGroup[] | null;
	groups: PostedGroup[];
	/** The round of the groups; without it, the first. */
	round?: number;
};

/** What a message of any kind should be now. */
export type DesiredMessage = {
	/** The message without a picture. */
	content: MessageContent;
	contentHash: string;
	picture: (AnnouncedImage & { name: string; content: MessageContent }) | null;
	/** The role that a new message notifies. */
	roleId: string | null;
	/** The Discord IDs of the users that the message may notify. */
	userIds: string[];
	/** Where it is posted: the first of these channels that exists. */
	channelIds: string[];
	/** Why it cannot be posted now. */
	refusal: string | null;
	/** The name of its thread; null when its thread is left as it is. */
	threadName: string | null;
	/** Whether it gets a thread. */
	opensThread: boolean;
	/** The groups that it shows, for the message with the groups. */
	groups: ShownGroups | null;
};

/** Returns the SHA-256 of what a message shows. */
export const hashContent = (content: MessageContent): string =>
	createHash('sha256').update(JSON.stringify(content)).digest('hex');
