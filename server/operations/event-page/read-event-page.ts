import { z } from 'zod';
import { parseAddressNumber } from '~/domain/address-numbers.ts';
import type { DiscussionView } from '~/domain/comments/schema.ts';
import type { EventOnPage, GroupPostOnPage } from '~/domain/events/page.ts';
import { findCurrentPause } from '~/domain/events/series.ts';
import { findRollCallProblem } from '~/domain/groups/attendance.ts';
import { isTableOpen, toPlayersUrl } from '~/domain/groups/online-table.ts';
import type { GroupsOnPage } from '~/domain/groups/panel.ts';
import { findResultProblem } from '~/domain/groups/result.ts';
import { findNextRoundProblem } from '~/domain/groups/rounds.ts';
import { SIGNUPS_PER_PAGE } from '~/domain/limits.ts';
import { type Actor, can, canAttempt } from '~/domain/policy.ts';
import { findQuestionProblem } from '~/domain/scripts/votes.ts';
import { searchText } from '~/domain/text.ts';
import { toEventPosition } from '../../live/event-changes.ts';
import { createTableSession } from '../../secrets.ts';
import { toAnnouncementView, toEventWithStorytellers, withShownCounts } from '../../wire/events.ts';
import { toClosedGroups, toOpenGroups } from '../../wire/groups.ts';
import { toOwnGroupOnPage } from '../../wire/own-event.ts';
import { toListedSignup, toReader } from '../../wire/signups.ts';
import { readDiscussionPage } from '../comments/index.ts';
import { readBoardState, selectClosedGroups } from '../groups/index.ts';
import { defineOperation } from '../kernel/operation.ts';
import { readOfferedStorytellers } from '../users/index.ts';
import { selectListedSignups, selectSignupsPage, toSignupRowsPage } from './list-signups.ts';
import { type EventPageRow, selectEventPage } from './queries.ts';

const eventPageInput = z.object({
	page: z
		.unknown()
		.optional()
		.transform((page) => parseAddressNumber('page', page) ?? 1),
	/** The search for players; it is only used when the signups are in pages. */
	q: searchText.catch(''),
	/** Whether the groups are open although the event has many signups. */
	hasOpenGroups: z.boolean().catch(false),
	/** A cursor: the comments before it are shown instead of the latest ones. */
	before: z.string().optional(),
});

/**
 * Returns one event and its groups, for the event page. An event with more than `SIGNUPS_PER_PAGE` signups has only
 * those of one page, and its groups are closed unless they are asked for. `groups` is the error when only the groups
 * could not be read. Throws Refusal 'missing' when no such event exists.
 */
export const readEventPage = defineOperation({
	allow: 'events.read',
	readsReplica: true,
	params: ['eventId'],
	input: eventPageInput,
	async handle({ actor, params: { eventId }, input, now }): Promise<{
		event: EventOnPage;
		groups: GroupsOnPage | Error;
		discussion: DiscussionView | Error;
		position: string;
	}> {
		const row = await selectEventPage(actor, eventId);
		const hasManySignups = row.signup_count > SIGNUPS_PER_PAGE;
		const othersCount = row.signup_count - (row.user_signup_status ? 1 : 0);
		const lastPage = input.q === '' ? Math.ceil(othersCount / SIGNUPS_PER_PAGE) : input.page;
		const number = Math.min(input.page, Math.max(1, lastPage));
		const [page, groups, discussion] = await Promise.all([
			row.signups
				? toSignupRowsPage(actor.id, row.signups)
				: selectSignupsPage(actor.id, eventId, { page: number, q: input.q }),
			readGroupsOnPage(actor, eventId, {
				row,
				hasManySignups,
				isOpen: input.hasOpenGroups,
			}).catch((error: Error) => error),
			readDiscussionPage(eventId, row.revision, input.before).catch((error: Error) => error),
		]);
		return {
			event: {
				...toEventWithStorytellers(withShownCounts(row), actor),
				...row.own,
				own_group: toOwnGroupOnPage(row),
				scriptQuestion: findQuestionProblem(row, now) === null ? toScriptQuestion(row) : null,
				canTakeRollCall: canTakeRollCall(row, actor, now),
				hasResults: findResultProblem(row, now) === null,
				ownTable: toOwnTable(row, now),
				round: row.round,
				hasRounds:
					row.round > 1 ||
					(canAttempt(actor, 'groups.nextRound') &&
						findNextRoundProblem({ ...row, hasGroups: row.has_groups }, now) === null),
				canReadTables:
					row.has_groups &&
					can(actor, 'groups.readTable', { isStoryteller: row.own_group?.is_storyteller === true }),
				signups: page.signups.map((signup) => toListedSignup(signup, toReader(actor, row.storytellers))),
				signupsPage: hasManySignups ? { number, hasNext: page.hasNext } : null,
				cancelReason: row.cancel_reason,
				seriesPause: findCurrentPause(row.series_pause, now),
				isAnnouncedLater: row.announce_later && canAttempt(actor, 'events.postAnnouncement'),
				ownStandby: row.own_standby === true,
				mirrorChangedAt: row.mirror_changed_at?.toISOString() ?? null,
				isSeriesOnDiscord: row.is_series,
				movedOnDiscord: toMovedOnDiscord(row, actor),
				canAnnounce: row.has_channel && canAttempt(actor, 'events.postAnnouncement'),
				groupPost: canAttempt(actor, 'groups.post') ? toGroupPostOnPage(row) : null,
			},
			groups,
			discussion,
			position: toEventPosition(row.position, eventId, row.revision),
		};
	},
});

const toScriptQuestion = (row: EventPageRow): EventOnPage['scriptQuestion'] =>
	row.has_voted ? 'answered' : row.has_script_question ? 'open' : null;

/** Returns the time that Discord shows instead of ours, for viewers who may decide about it. */
function toMovedOnDiscord(
	{ status, moved_start: start, moved_end: end }: EventPageRow,
	actor: Actor,
): { start: string; end: string } | null {
	if (!start || !end || status !== 'active' || !canAttempt(actor, 'events.chooseTime')) return null;
	return { start: start.toISOString(), end: end.toISOString() };
}

const canTakeRollCall = (row: EventPageRow, actor: Actor, now: Date): boolean =>
	can(actor, 'attendance.save', {
		// A group without players has no roll call.
		isStoryteller: row.ran_earlier || (row.own_group?.is_storyteller === true && row.own_group.players > 0),
	}) && findRollCallProblem(row, now) === null;

/** Returns the link of the viewer's own table; null without a group or an online table. */
function toOwnTable({ own_group_id: groupId, table_url, ...event }: EventPageRow, now: Date) {
	if (groupId === null || table_url === '' || event.status !== 'active') return null;
	const url = toPlayersUrl(table_url, createTableSession(event.id, groupId));
	return { url: isTableOpen(event, now) ? url : null };
}

const toGroupPostOnPage = (row: EventPageRow): GroupPostOnPage => ({
	message: row.group_post && toAnnouncementView(row.group_post),
	place: findPostPlace(row),
});

function findPostPlace({ group_post, announcement, has_channel }: EventPageRow): GroupPostOnPage['place'] {
	const isPosted = group_post?.message_id != null;
	const isAnnounced = announcement?.message_id != null;
	const threadId = isAnnounced ? announcement.thread_id : null;
	// A message that was posted stays where it is.
	if (threadId !== null && (!isPosted || group_post.channel_id === threadId)) return 'thread';
	return has_channel || isAnnounced || isPosted ? 'channel' : null;
}

type PanelState = { row: EventPageRow; hasManySignups: boolean; isOpen: boolean };

/** Returns the groups as the page shows them: closed, or open with the users whom they may name. */
async function readGroupsOnPage(
	actor: Actor,
	eventId: string,
	{ row, hasManySignups, isOpen }: PanelState,
): Promise<GroupsOnPage> {
	const canEdit = canAttempt(actor, 'groups.save');
	const isClosed = hasManySignups && !isOpen;
	if (!row.has_groups && (isClosed || !canEdit)) return { isOpen: false, groups: [] };
	if (isClosed) return toClosedGroups(await selectClosedGroups(actor.id, eventId));
	const needsPreferences = canAttempt(actor, 'groups.readPreferences');
	const [board, storytellerChoices] = await Promise.all([
		readBoardState(eventId, { revision: row.revision, needsPreferences }),
		canEdit ? readOfferedStorytellers(row.revision) : [],
	]);
	const state = { ...board, experience: row.experience, storytellerChoices };
	if (!hasManySignups) return toOpenGroups(state, actor, null);
	// Those who edit the groups can seat everyone; others see only who has a seat.
	const seated = state.board.groups.flatMap(({ players }) => players);
	return toOpenGroups(state, actor, await selectListedSignups(eventId, canEdit ? undefined : seated));
}
