import { formatCount, inflect } from '../format-count.ts';
import type { GroupDetails } from '../groups/board.ts';
import { type LedGroup, toSeatNumber } from '../groups/own-group.ts';
import {
	type ButtonRow,
	escapeWithin,
	joinEscaped,
	toButton,
	toLinkButton,
	toTimestamp,
} from './announcement.ts';
import { mentionChannel } from './voice-channel.ts';

/** Discord's limits for a message's text and mentions. So long a text cannot hold that many mentions. */
export const TEXT_MESSAGE_LIMITS = { content: 2_000, mentions: 100 } as const;

/** The maximum length of each part. The groups share what these parts leave, at least 1,000 characters. */
const MAX_LENGTHS = { title: 250, location: 200, name: 100, changes: 400 } as const;
/** The smallest room in which a group's name, storyteller and number of players can be read. */
const SMALLEST_GROUP = 100;
const MORE_GROUPS = '\n\nand 50 more groups'.length;

type GroupPlayer = { id: string; name: string; discordId: string | null };
/** A saved group of an event, with the display names of its users. Players who cannot come are left out. */
export type GroupToPost = GroupDetails & {
	id: string;
	script?: string | null;
	storyteller: GroupPlayer | null;
	coStorytellers?: readonly GroupPlayer[];
	players: readonly GroupPlayer[];
};
export type EventOfGroups = {
	id: string;
	title: string;
	date: Date;
	location: string;
	/** The round that the groups play, from 1. */
	round: number;
};

/** A group as it was posted: only ids, so that no erased user's name is kept. */
export type PostedGroup = GroupDetails &
	LedGroup & {
		id: string;
		script?: string | null;
		playerIds: string[];
	};

export type GroupPost = {
	message: { content: string; components: [ButtonRow] };
	/** The Discord IDs of the mentioned users; the message may notify only these. */
	userIds: string[];
};

/**
 * Returns the message with an event's groups, as many as fit, and what changed since the last post. Users
 * with a Discord ID are mentioned; other names are escaped. `address` is the event's URL. (decision 0042)
 */
export function toGroupPost(
	{
		event,
		groups,
		changes,
	}: { event: EventOfGroups; groups: readonly GroupToPost[]; changes: readonly string[] },
	address: string,
): GroupPost {
	const head = formatHead(event);
	const changed =
		changes.length > 0 ? `\n\nChanged: ${joinEscaped(changes, '; ', MAX_LENGTHS.changes).text}` : '';
	const { text, userIds } = formatPostedGroups(
		groups,
		TEXT_MESSAGE_LIMITS.content - head.length - changed.length,
	);
	const seatButton = toButton('Where do I sit?', { kind: 'seat', eventId: event.id });
	return {
		message: {
			content: head + text + changed,
			components: [{ type: 1, components: [seatButton, toLinkButton(address)] }],
		},
		userIds,
	};
}

/** Returns the groups as they are stored to find out later what changed. */
export const toPostedGroups = (groups: readonly GroupToPost[]): PostedGroup[] =>
	groups.map(({ id, name, voiceChannelId, script, storyteller, coStorytellers = [], players }) => ({
		id,
		name,
		voiceChannelId,
		...(script && { script }),
		storytellerId: storyteller?.id ?? null,
		...(coStorytellers.length > 0 && { coStorytellerIds: coStorytellers.map((user) => user.id) }),
		playerIds: players.map((player) => player.id),
	}));

/** Returns what changed between two posts of the groups, escaped: players, then storytellers, then groups. */
export function listGroupChanges(
	before: readonly PostedGroup[],
	after: readonly PostedGroup[],
	nameOf: (userId: string) => string,
): string[] {
	const toUser = (id: string) => escapeWithin(nameOf(id), MAX_LENGTHS.name);
	const toGroup = ({ name }: PostedGroup) => escapeWithin(name, MAX_LENGTHS.name);
	const findOld = ({ id }: PostedGroup) => before.find((group) => group.id === id);
	const oldSeats = toSeats(before);
	const seats = toSeats(after);
	const arrivals = [...seats].flatMap(([userId, group]) => {
		const old = oldSeats.get(userId);
		if (old?.id === group.id) return [];
		return [`${toUser(userId)} ${old ? 'moved to' : 'joined'} ${toGroup(group)}`];
	});
	const departures = [...oldSeats]
		.filter(([userId]) => !seats.has(userId))
		.map(([userId, group]) => `${toUser(userId)} left ${toGroup(group)}`);
	const storytellers = after
		.filter((group) => (findOld(group)?.storytellerId ?? null) !== group.storytellerId)
		.map((group) => {
			if (group.storytellerId === null) return `${toGroup(group)} has no storyteller`;
			return `${toUser(group.storytellerId)} runs ${toGroup(group)}`;
		});
	const helpers = after.flatMap((group) => {
		const [ids, oldIds] = [group, findOld(group)].map((one) => one?.coStorytellerIds ?? []);
		return [
			...listNew(ids, oldIds).map((id) => `${toUser(id)} helps to run ${toGroup(group)}`),
			...listNew(oldIds, ids).map((id) => `${toUser(id)} no longer helps to run ${toGroup(group)}`),
		];
	});
	const groups = after.flatMap((group) => {
		const old = findOld(group);
		if (!old) return [`${toGroup(group)} was added`];
		return old.name === group.name ? [] : [`${toGroup(old)} is now ${toGroup(group)}`];
	});
	const scripts = after.flatMap((group) => {
		const old = findOld(group);
		if (!old || (old.script ?? null) === (group.script ?? null)) return [];
		return [
			group.script
				? `${toGroup(group)} plays ${escapeWithin(group.script, MAX_LENGTHS.name)}`
				: `${toGroup(group)} has no script`,
		];
	});
	const channels = after.flatMap((group) => {
		const old = findOld(group);
		// Groups that were posted by an earlier version have none.
		if (!old || (old.voiceChannelId ?? null) === group.voiceChannelId) return [];
		return [
			group.voiceChannelId === null
				? `${toGroup(group)} has no voice channel`
				: `${toGroup(group)} plays in ${mentionChannel(group.voiceChannelId)}`,
		];
	});
	const removed = before
		.filter(({ id }) => !after.some((group) => group.id === id))
		.map((group) => `${toGroup(group)} was removed`);
	return [
		...arrivals,
		...departures,
		...storytellers,
		...helpers,
		...groups,
		...scripts,
		...channels,
		...removed,
	];
}

const listNew = (ids: readonly string[] = [], oldIds: readonly string[] = []): string[] =>
	ids.filter((id) => !oldIds.includes(id));

const toSeats = (groups: readonly PostedGroup[]): Map<string, PostedGroup> =>
	new Map(groups.flatMap((group) => group.playerIds.map((userId) => [userId, group] as const)));

function formatHead({ title, date, location, round }: EventOfGroups): string {
	const where = location ? ` · ${escapeWithin(location, MAX_LENGTHS.location)}` : '';
	const ofRound = round > 1 ? `, round ${round}` : '';
	return `**Groups for ${escapeWithin(title, MAX_LENGTHS.title)}${ofRound}**\n${toTimestamp(date, 'F')}${where}`;
}

type Part = { text: string; userIds: string[] };

/** Returns the groups in at most `max` characters, small ones first, so that a large one hides no other. */
function formatPostedGroups(groups: readonly GroupToPost[], max: number): Part {
	const gap = '\n\n';
	const shown = groups.slice(0, Math.floor((max - MORE_GROUPS) / (SMALLEST_GROUP + gap.length)));
	const hiddenCount = groups.length - shown.length;
	let remainingLength = (hiddenCount > 0 ? max - MORE_GROUPS : max) - shown.length * gap.length;
	const parts: Part[] = [];
	const lengths = shown.map((group) => formatGroup(group, Number.POSITIVE_INFINITY).text.length);
	const smallestFirst = [...shown.keys()].sort((one, other) => (lengths[one] ?? 0) - (lengths[other] ?? 0));
	for (const [done, index] of smallestFirst.entries()) {
		const group = shown[index];
		if (!group) continue;
		const part = formatGroup(group, Math.floor(remainingLength / (shown.length - done)));
		parts[index] = part;
		remainingLength -= part.text.length;
	}
	const more = hiddenCount > 0 ? [`and ${formatCount(hiddenCount, 'more group')}`] : [];
	return {
		text: [...parts.map(({ text }) => text), ...more].map((text) => gap + text).join(''),
		userIds: parts.flatMap(({ userIds }) => userIds),
	};
}

function formatGroup(
	{ name, voiceChannelId, script, storyteller, coStorytellers = [], players }: GroupToPost,
	max: number,
): Part {
	const title = `**${escapeWithin(name, Math.min(MAX_LENGTHS.name, Math.floor(max / 3)))}**`;
	const maxLeaderLength = Math.min(MAX_LENGTHS.name, Math.floor(max / 4));
	const leaders = [...(storyteller ? [storyteller] : []), ...coStorytellers];
	const leaderNames = leaders.map((leader) => formatUser(leader, maxLeaderLength));
	const listed = joinEscaped(leaderNames, ', ', Math.floor(max / 4));
	// Without room for more, only the storyteller is named.
	const shown = listed.count > 0 ? listed : { text: leaderNames[0] ?? '', count: 1 };
	const label = inflect(leaders.length, 'Storyteller', 'Storytellers');
	const plays = script && max >= 2 * SMALLEST_GROUP ? ` · ${escapeWithin(script, Math.floor(max / 4))}` : '';
	const place = voiceChannelId === null ? '' : ` · ${mentionChannel(voiceChannelId)}`;
	const heading = `${title}${place}${plays}${leaders.length > 0 ? ` · ${label}: ${shown.text}` : ''}\n`;
	const listIds = (users: readonly GroupPlayer[]) => users.flatMap(({ discordId }) => discordId ?? []);
	const leaderIds = listIds(leaders.slice(0, shown.count));
	if (players.length === 0) return { text: `${heading}No players yet`, userIds: leaderIds };
	// A line that began with a number would be a list on Discord.
	const begin = `${heading}Players (${players.length}): `;
	const names = players.map(
		(player, index) => `${toSeatNumber(index)}. ${formatUser(player, MAX_LENGTHS.name)}`,
	);
	const { text, count } = joinEscaped(names, ', ', max - begin.length);
	return { text: begin + text, userIds: [...leaderIds, ...listIds(players.slice(0, count))] };
}

/** Returns the mention of a user. Without a Discord account it is the user's name. */
const formatUser = ({ name, discordId }: GroupPlayer, maxLength: number): string =>
	discordId === null ? escapeWithin(name, maxLength) : `<@${discordId}>`;
