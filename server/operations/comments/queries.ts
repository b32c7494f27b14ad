import { rows } from '~/database/sql.ts';
import {
	type CommentView,
	commentListQuery,
	type DiscussionView,
	discussionQuery,
} from '~/domain/comments/schema.ts';
import { invalid, missing } from '~/domain/refusal.ts';
import { REVISION } from '../../live/event-changes.ts';
import { COMMENT_COLUMNS, type CommentRow, toCommentView, toDiscussionComment } from '../../wire/comments.ts';
import { defineOperation, isId } from '../kernel/operation.ts';
import { CACHED_EVENTS, RevisionCache } from '../kernel/revision-cache.ts';

const COMMENTS_PER_CALL = 100;
/** The number of comments on the event page; earlier ones are on separate pages. */
const COMMENTS_SHOWN = 50;

/**
 * Returns one page of an event's comments, oldest first; `next` is the cursor of the next page, or null
 * (GET /api/events/{id}/comments). Throws Refusal 'missing' when no such event exists, 'invalid' when the
 * cursor is not valid.
 */
export const listComments = defineOperation({
	allow: 'comments.list',
	readsReplica: true,
	params: ['eventId'],
	input: commentListQuery,
	async handle({ params, input }): Promise<{ comments: CommentView[]; next: string | null }> {
		const after = input.cursor === undefined ? undefined : parseCommentCursor('cursor', input.cursor);
		const { rows } = await selectComments(params.eventId, { after, limit: COMMENTS_PER_CALL + 1 });
		const page = rows.slice(0, COMMENTS_PER_CALL);
		const last = page.at(-1);
		return {
			comments: page.map(toCommentView),
			next: rows.length > COMMENTS_PER_CALL && last ? formatCommentCursor(last) : null,
		};
	},
});

/**
 * Returns the discussion of the event page, oldest comment first: the latest comments, or those before the cursor
 * `before`. Throws Refusal 'missing' when no such event exists, 'invalid' when the cursor is not valid.
 */
export const readDiscussion = defineOperation({
	allow: 'comments.readDiscussion',
	readsReplica: true,
	params: ['eventId'],
	input: discussionQuery,
	handle: ({ params, input }): Promise<DiscussionView> =>
		readDiscussionPage(params.eventId, null, input.before),
});

const cache = new RevisionCache<DiscussionView>(CACHED_EVENTS);

/**
 * Returns the comments before the cursor `before`, or the latest ones, of an event that had this revision a moment ago.
 * Throws Refusal 'missing' (404) when no such event exists, 'invalid' (422) when the cursor is not valid.
 */
export async function readDiscussionPage(
	eventId: string,
	revision: string | null,
	before: string | undefined,
): Promise<DiscussionView> {
	if (before !== undefined)
		return (await selectDiscussion(eventId, parseCommentCursor('before', before))).discussion;
	const known = cache.get(eventId, revision);
	if (known) return known;
	const found = await selectDiscussion(eventId, undefined);
	cache.put(eventId, found.revision, found.discussion);
	return found.discussion;
}

async function selectDiscussion(eventId: string, before: CommentPosition | undefined) {
	const { total, revision, rows } = await selectComments(eventId, {
		before,
		limit: COMMENTS_SHOWN + 1,
		latest: true,
	});
	const page = rows.slice(0, COMMENTS_SHOWN).reverse();
	const [first] = page;
	const discussion: DiscussionView = {
		comments: page.map(toDiscussionComment),
		total,
		earlier: rows.length > COMMENTS_SHOWN && first ? formatCommentCursor(first) : null,
	};
	return { discussion, revision };
}

/** A position in the order (created_at, id). */
type CommentPosition = { micros: string; id: string };
type CommentPage = {
	after?: CommentPosition | undefined;
	before?: CommentPosition | undefined;
	limit: number;
	/** Sorts the latest comment first. */
	latest?: boolean;
};

/** Returns a page of an event's comments and their number. Throws Refusal 'missing' when no such event exists. */
async function selectComments(
	eventId: string,
	page: CommentPage,
): Promise<{ total: number; revision: string | null; rows: CommentRow[] }> {
	if (!isId(eventId)) throw missing('Event');
	const position = page.after ?? page.before;
	const direction = page.latest ? 'DESC' : 'ASC';
	const positionCondition = `AND (c.created_at, c.id) ${page.after ? '>' : '<'}
		(timestamptz 'epoch' + :micros * interval '1 microsecond', :id)`;
	// Materialized, so that the comments are counted once and not for each row.
	const found = await rows<{ total: number; revision: string } & (CommentRow | { id: null })>(
		`WITH event AS MATERIALIZED (
			SELECT e.id AS event_id, ${REVISION} AS revision, (SELECT count(*)::int FROM comments c WHERE c.event_id = e.id) AS total
			FROM events e WHERE e.id = :eventId)
		SELECT event.total, event.revision, page.* FROM event LEFT JOIN LATERAL (
			SELECT ${COMMENT_COLUMNS} FROM comments c JOIN users u ON u.id = c.user_id
			WHERE c.event_id = event.event_id ${position ? positionCondition : ''}
			ORDER BY c.created_at ${direction}, c.id ${direction} LIMIT :limit) page ON true
		ORDER BY page.created_at ${direction}, page.id ${direction}`,
		{ eventId, limit: page.limit, micros: Number(position?.micros ?? 0), id: position?.id ?? '0' },
	);
	const [first] = found;
	if (!first) throw missing('Event');
	return { total: first.total, revision: first.revision, rows: found.filter(isComment) };
}

/** An event without comments on this page is one row of nulls. */
const isComment = <Row extends CommentRow | { id: null }>(row: Row): row is Row & CommentRow =>
	row.id !== null;

const formatCommentCursor = (row: CommentRow) => `${row.micros}_${row.id}`;

/**
 * Parses a cursor. The microseconds of a present-day time have 16 digits; a longer number may be out of
 * PostgreSQL's range. Throws Refusal 'invalid' when the cursor is not valid.
 */
function parseCommentCursor(field: string, text: string): CommentPosition {
	const [micros = '', id] = text.split('_');
	if (!/^\d{1,16}$/.test(micros) || !isId(id))
		throw invalid({ [field]: ['This page address is not valid.'] });
	return { micros, id };
}
