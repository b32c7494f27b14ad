import { COLORS, type EmbedMessage, escapeWithin, MESSAGE_LIMITS, toLinkButton } from './announcement.ts';
import { type DirectMessageFacts, listMessageFields, toDescription } from './direct-messages.ts';
import { TEXT_MESSAGE_LIMITS } from './group-post.ts';
import { MESSAGE_KINDS } from './message-kinds.ts';

/** A user who is mentioned in the thread of an event; `id` is that of the message to them. */
export type ThreadUser = { id: string; discordId: string; facts: DirectMessageFacts };

export type ThreadPost = {
	message: EmbedMessage & { content: string };
	/** The Discord IDs of the mentioned users; the message may notify only these. */
	userIds: string[];
};

/**
 * Returns the users of each post, in as few posts as hold all of them, each with a place in one. Users who wait come last,
 * in the order of the line. A post is identified by its first user's message, and `toAddress` returns its URL.
 */
export function cutIntoPosts<User extends ThreadUser>(
	users: readonly User[],
	toAddress: (postId: string) => string,
): User[][] {
	const posts: User[][] = [];
	for (const user of users.toSorted((one, other) => getLinePosition(one) - getLinePosition(other))) {
		const post = posts.at(-1);
		if (post?.[0] && fits([...post, user], toAddress(post[0].id))) post.push(user);
		else posts.push([user]);
	}
	return posts;
}

const getLinePosition = ({ facts }: ThreadUser) => facts.standing.position ?? 0;
const fits = (users: readonly ThreadUser[], address: string) =>
	users.length <= TEXT_MESSAGE_LIMITS.mentions &&
	toContent(users, address).length <= TEXT_MESSAGE_LIMITS.content;

/**
 * Returns a post that mentions these users, with the event's facts and the buttons that any of them needs. Each post of a
 * message has all of it, because another one may be refused or deleted. (decision 0042)
 */
export function toThreadPost(users: readonly [ThreadUser, ...ThreadUser[]], address: string): ThreadPost {
	const [{ facts }] = users;
	const title = escapeWithin(facts.event.title, MESSAGE_LIMITS.title);
	const embed = {
		title,
		url: address,
		...toDescription(facts),
		color: COLORS.active,
		fields: listMessageFields(facts),
	};
	const [buttons = []] = users
		.map((user) => MESSAGE_KINDS[facts.kind].buttons?.(user.facts) ?? [])
		.toSorted((one, other) => other.length - one.length);
	return {
		message: {
			content: toContent(users, address),
			embeds: [embed],
			components: [{ type: 1, components: [...buttons, toLinkButton(address)] }],
		},
		userIds: users.map(({ discordId }) => discordId),
	};
}

/** The link tells a post from all others, so that one whose response was lost can be found. */
export const markAddress = (address: string): string => `(<${address}>)`;

function toContent(users: readonly ThreadUser[], address: string): string {
	const [first] = users;
	if (!first) return '';
	const title = escapeWithin(first.facts.event.title, MESSAGE_LIMITS.title);
	const { sentence, ownSentence } = MESSAGE_KINDS[first.facts.kind];
	const said = users.map(({ discordId, facts }) => ({
		mention: `<@${discordId}>`,
		own: ownSentence?.(facts) ?? null,
	}));
	return [
		`[**${title}**]${markAddress(address)} ${sentence(first.facts)}`,
		said
			.filter(({ own }) => own === null)
			.map(({ mention }) => mention)
			.join(' '),
		...said.filter(({ own }) => own !== null).map(({ mention, own }) => `${mention} ${own}`),
	]
		.filter((line) => line !== '')
		.join('\n');
}
