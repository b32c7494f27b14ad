import { one, rows } from '~/database/sql.ts';
import {
	type GroupToPost,
	listGroupChanges,
	type PostedGroup,
	toGroupPost,
	toPostedGroups,
} from '~/domain/discord/group-post.ts';
import { POST_REFUSALS } from '~/domain/discord/post-problems.ts';
import type { KnownChannel } from '~/domain/discord/voice-channel.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { listStorytellerIds } from '~/domain/groups/own-group.ts';
import { PLAYED_SCRIPT } from '../../wire/groups.ts';
import { buildGroupsSql, GROUP_FIELDS, ROUND, VOICE_CHANNELS } from '../../wire/seat-sql.ts';
import { buildShownNameSql, type NameRow, toDisplayName } from '../../wire/user-sql.ts';
import { getEventUrl } from '../mirror/index.ts';
import { type DesiredMessage, hashContent, type LeasedAnnouncement } from './lease-announcement.ts';
import { readAnnouncementSettings } from './queries.ts';

type EventOfGroupsRow = {
	id: string;
	title: string;
	date: Date;
	location: string;
	status: EventStatus;
	channel_id: string | null;
	thread_id: string | null;
	groups: PostedGroup[];
	channels: KnownChannel[];
	/** The current round, from 1. */
	round: number;
};

const POSTED_FIELDS = {
	id: GROUP_FIELDS.id,
	name: GROUP_FIELDS.name,
	script: PLAYED_SCRIPT,
	storytellerId: GROUP_FIELDS.storytellerId,
	coStorytellerIds: GROUP_FIELDS.coStorytellerIds,
	playerIds: GROUP_FIELDS.players,
	voiceChannelId: GROUP_FIELDS.voiceChannelId,
} satisfies Record<keyof PostedGroup, string>;

/**
 * Returns the message with the groups of an event; null when the event does not exist. A new request shows the saved
 * groups, without players who have declined or left since then. Otherwise the message keeps its groups and its changes.
 * Erased users are left out of all of these.
 */
export async function findGroupsMessage({
	event_id: eventId,
	requests,
	posted_groups: shown,
}: Pick<LeasedAnnouncement, 'event_id' | 'requests' | 'posted_groups'>): Promise<DesiredMessage | null> {
	const event = await one<EventOfGroupsRow>(
		`SELECT e.id, e.title, e.date, e.location, e.status, a.channel_id, a.thread_id, ${ROUND} AS round, ${VOICE_CHANNELS} AS channels,
			${buildGroupsSql(POSTED_FIELDS)} AS groups
		FROM events e LEFT JOIN announcements a
			ON a.event_id = e.id AND a.kind = 'event' AND a.wanted = 'present' AND a.message_id IS NOT NULL
		WHERE e.id = :eventId`,
		{ eventId },
	);
	if (!event) return null;
	const isRewrite = shown?.request === requests;
	const posted = isRewrite ? shown.groups : event.groups;
	const shownRound = shown?.round ?? 1;
	const round = isRewrite ? shownRound : event.round;
	// The groups of another round are other groups, so nothing has changed in them.
	const latest = shown && shownRound === round ? shown.groups : null;
	const before = isRewrite ? shown.before : latest;
	const users = await findPostedUsers([...(before ?? []), ...posted]);
	const findUsers = (ids: readonly string[]) => ids.flatMap((userId) => users.get(userId) ?? []);
	const toGroup = ({
		id,
		name,
		script,
		storytellerId,
		coStorytellerIds = [],
		playerIds,
		voiceChannelId,
	}: PostedGroup): GroupToPost => ({
		id,
		name,
		voiceChannelId: event.channels.some((channel) => channel.id === voiceChannelId) ? voiceChannelId : null,
		script: script ?? null,
		storyteller: users.get(storytellerId ?? '') ?? null,
		coStorytellers: findUsers(coStorytellerIds),
		players: findUsers(playerIds),
	});
	const groups = posted.map(toGroup);
	const known = {
		request: requests,
		before: before && toPostedGroups(before.map(toGroup)),
		groups: toPostedGroups(groups),
		...(round > 1 && { round }),
	};
	const nameOf = (id: string) => users.get(id)?.name ?? '';
	const changes = known.before ? listGroupChanges(known.before, known.groups, nameOf) : [];
	const { message, userIds } = toGroupPost(
		{ event: { ...event, round }, groups, changes },
		getEventUrl(event.id),
	);
	const { channelId } = await readAnnouncementSettings();
	const channelIds = [event.thread_id, event.channel_id, channelId || null].filter((id) => id !== null);
	return {
		content: message,
		contentHash: hashContent(message),
		picture: null,
		roleId: null,
		userIds,
		channelIds: [...new Set(channelIds)],
		refusal: refusePost(event),
		threadName: null,
		opensThread: false,
		groups: known,
	};
}

function refusePost({ status, groups }: EventOfGroupsRow): string | null {
	if (status !== 'active') return POST_REFUSALS.groupsNotActive;
	return groups.length > 0 ? null : POST_REFUSALS.noGroups;
}

/** Returns the users of these groups by id, without those who were erased. */
async function findPostedUsers(
	groups: readonly PostedGroup[],
): Promise<Map<string, GroupToPost['players'][number]>> {
	const ids = groups.flatMap((group) => [...group.playerIds, ...listStorytellerIds(group)]);
	const found = await rows<NameRow & { id: string; discord_id: string | null }>(
		`SELECT u.id::text, u.username, ${buildShownNameSql('u')} AS preferred_username, u.discord_id
		FROM users u WHERE u.id = ANY(:ids::bigint[])`,
		{ ids },
	);
	return new Map(
		found.map((user) => [
			user.id,
			{ id: user.id, name: toDisplayName(user, 'player'), discordId: user.discord_id },
		]),
	);
}
