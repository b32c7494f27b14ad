import { z } from 'zod';
import { config } from '../config.ts';
import {
	callAsBot,
	createUserReader,
	DISCORD_CODES,
	DiscordUnavailable,
	isDiscordApiError,
} from './client.ts';
import { hasDiscordCode, isUnknown } from './errors.ts';
import { readRoute } from './guild.ts';
import { accountSchema, nameSchema, parseResponse, snowflakeSchema } from './parse.ts';
import { RateLimitBudget } from './rate-limits.ts';

const { missingScope, unknownGuild, unknownMember, unknownUser } = DISCORD_CODES;

/** The user's token does not allow to read their membership: they have to sign in again and allow it. */
export class MissingScope extends Error {}

export type DiscordAccount = {
	discordId: string;
	username: string;
	globalName: string | null;
	avatar: string | null;
};
export type GuildMember = { nickname: string | null; roles: string[] };

const memberSchema = z.object({
	nick: nameSchema,
	roles: z.array(z.string()),
	user: accountSchema.nullish(),
});
type ReadMember = GuildMember & { account: DiscordAccount | null };

/**
 * Returns the columns of a user row that follow the Discord account. The preferred name is the user's own, and the avatar
 * is that of the account, not one for the server.
 */
export const toAccountColumns = ({ username, globalName, avatar }: DiscordAccount) => ({
	username,
	globalName,
	avatar,
});

/**
 * Returns the member of the configured server with the account, read with the bot's token, or null when the user is not a
 * member. Throws `DiscordUnavailable` when Discord gives no usable response within five seconds.
 */
export async function getGuildMember(discordId: string): Promise<ReadMember | null> {
	return readMember(
		() => callAsBot('get', (routes) => routes.guildMember(config().DISCORD_GUILD_ID, discordId)),
		[unknownMember, unknownUser],
	);
}

/**
 * Gives the member a role, or takes it away; `reason` is for the audit log of the Discord server. Discord responds in
 * the same way to a role that the member has (not) already. Throws as `callDiscord` does.
 */
export async function setMemberRole(
	discordId: string,
	roleId: string,
	{ isGiven, reason }: { isGiven: boolean; reason: string },
): Promise<void> {
	const { DISCORD_GUILD_ID: guildId } = config();
	const method = isGiven ? 'put' : 'delete';
	await callAsBot(method, (routes) => routes.guildMemberRole(guildId, discordId, roleId), { reason });
}

/**
 * Returns the account of the user who signs in and their membership of the configured server (null: not a
 * member), read with the user's own access token. Discord responds with "unknown guild" to a user who is not a member, and
 * to everyone while the server has an outage; only when the bot sees no member either is the user not one. Throws `MissingScope` when the token does
 * not allow it, `DiscordUnavailable`, or Discord's own error when it rejects the first read.
 */
export async function readOwnMembership(
	accessToken: string,
): Promise<{ account: DiscordAccount; member: GuildMember | null }> {
	const read = await createUserReader(accessToken);
	const account = parseResponse(accountSchema, await read((routes) => routes.user('@me')));
	const { DISCORD_GUILD_ID: guildId } = config();
	const member = await readMember(
		() => read((routes) => routes.userGuildMember(guildId)),
		[unknownGuild, unknownMember],
	);
	if (!member && (await getGuildMember(account.discordId)))
		throw new DiscordUnavailable('Discord does not show the server to its member');
	return { account, member };
}

/** Returns whether a member has the role that is required for a sign-in. */
export function hasRequiredRole(member: { roles: readonly string[] }): boolean {
	return member.roles.includes(config().DISCORD_REQUIRED_ROLE_ID);
}

/**
 * Returns the member that `read` loads, or null when Discord responds with one of the codes in `absentCodes`. Any
 * other rejection says nothing about the membership and becomes `DiscordUnavailable`.
 */
async function readMember(
	read: () => Promise<unknown>,
	absentCodes: readonly number[],
): Promise<ReadMember | null> {
	try {
		const { nick, roles, user } = parseResponse(memberSchema, await read());
		return { nickname: nick, roles, account: user ?? null };
	} catch (error) {
		if (isUnknown(error, ...absentCodes)) return null;
		if (hasDiscordCode(error, missingScope)) throw new MissingScope('Discord reports a missing scope');
		if (!isDiscordApiError(error)) throw error;
		throw new DiscordUnavailable(`Discord responded with ${error.status}`, { status: error.status });
	}
}

const PAGE_SIZE = 1_000;
/** A hundred thousand members; members beyond that are ignored. */
const MAX_PAGES = 100;

/** The names of a member of the Discord server; Discord may omit any of them. */
export type MemberNames = { nickname: string | null; globalName: string | null; username: string | null };

export type ListedMember = MemberNames & { roleIds: string[] };

const listedMemberSchema = z.object({
	nick: nameSchema,
	roles: z.array(z.string()),
	user: z.object({ id: snowflakeSchema, username: nameSchema, global_name: nameSchema }),
});

/**
 * Returns the names and roles of the server's members by Discord ID, read page by page with the bot's token (needs the
 * Server Members Intent). Waits for rate limits, at most 30 seconds in total. Throws as `callDiscord` does.
 */
export async function readMembers(): Promise<Map<string, ListedMember>> {
	const budget = new RateLimitBudget();
	const found = new Map<string, ListedMember>();
	let after = '0';
	for (let page = 0; page < MAX_PAGES; page += 1) {
		const query = { limit: String(PAGE_SIZE), after };
		const members = await budget.run(() =>
			readRoute(
				(routes) => routes.guildMembers(config().DISCORD_GUILD_ID),
				z.array(listedMemberSchema),
				query,
			),
		);
		for (const { nick, roles, user } of members) {
			const { id, username, global_name } = user;
			found.set(id, { nickname: nick, globalName: global_name, username, roleIds: roles });
		}
		const last = members.at(-1);
		if (members.length < PAGE_SIZE || !last) break;
		after = last.user.id;
	}
	return found;
}
