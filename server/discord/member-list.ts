import { z } from 'zod';
import { config } from '../config.ts';
import { callDiscord, getBotRest } from './client.ts';
import { loadDiscordJs } from './library.ts';
import { nameSchema, parseResponse, snowflakeSchema } from './parse.ts';
import { RateLimitBudget } from './rate-limits.ts';

const PAGE_SIZE = 1_000;
/** A hundred thousand members; members beyond that are ignored. */
const MAX_PAGES = 100;

/** The names of a member of the Discord server; Discord may omit any of them. */
export type MemberNames = { nickname: string | null; globalName: string | null; username: string | null };

const memberSchema = z.object({
	nick: nameSchema,
	user: z.object({ id: snowflakeSchema, username: nameSchema, global_name: nameSchema }),
});

/**
 * Returns the names of the server's members by Discord ID, read page by page with the bot's token (needs the
 * Server Members Intent). Waits for rate limits, at most 30 seconds in total. Throws `DiscordUnavailable` or
 * Discord's own error.
 */
export async function readMemberNames(): Promise<Map<string, MemberNames>> {
	const rest = getBotRest();
	const route = loadDiscordJs().Routes.guildMembers(config().DISCORD_GUILD_ID);
	const budget = new RateLimitBudget();
	const names = new Map<string, MemberNames>();
	let after = '0';
	for (let page = 0; page < MAX_PAGES; page += 1) {
		const query = new URLSearchParams({ limit: String(PAGE_SIZE), after });
		const response = await budget.run(() =>
			callDiscord(rest, (signal) => rest.get(route, { query, signal })),
		);
		const members = parseResponse(z.array(memberSchema), response);
		for (const { nick, user } of members) {
			const { id, username, global_name } = user;
			names.set(id, { nickname: nick, globalName: global_name, username });
		}
		const last = members.at(-1);
		if (members.length < PAGE_SIZE || !last) break;
		after = last.user.id;
	}
	return names;
}
