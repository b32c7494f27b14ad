import { rows, selectColumn } from '~/database/sql.ts';
import {
	EVENT_ROLE_KEYS,
	type EventRoleSetting,
	findRoleProblem,
	type RoleGiver,
	type RoleProblem,
} from '~/domain/discord/event-roles.ts';
import { config } from '../../config.ts';
import { type BotOnGuild, readBotOnGuild } from '../../discord/guild.ts';
import type { RateLimitBudget } from '../../discord/rate-limits.ts';

/** How long the roles of the server count as known while roles are given and taken, in milliseconds. */
const KNOWN_MS = 60_000;

let known: { readAt: number; bot: BotOnGuild | null } | undefined;

/** Returns what decides whether the bot can give a role. */
export const toRoleGiver = ({ permissions, topPosition }: BotOnGuild): RoleGiver => {
	const { DISCORD_GUILD_ID: guildId, DISCORD_REQUIRED_ROLE_ID: requiredRoleId } = config();
	return { permissions, topPosition, guildId, requiredRoleId };
};

/**
 * Returns why the bot cannot give the role now, or null; 'no permission' too while it is not on the server. Discord is
 * asked once a minute, which costs two requests. Throws as `callDiscord` does.
 */
export async function readRoleProblem(
	roleId: string,
	{ now, budget }: { now: Date; budget: RateLimitBudget },
): Promise<RoleProblem | null> {
	const ageMs = known ? now.getTime() - known.readAt : Number.POSITIVE_INFINITY;
	if (!known || ageMs < 0 || ageMs >= KNOWN_MS)
		known = { readAt: now.getTime(), bot: await budget.run(readBotOnGuild) };
	const { bot } = known;
	if (!bot) return 'no permission';
	return findRoleProblem(
		bot.roles.find(({ id }) => id === roleId),
		toRoleGiver(bot),
	);
}

/** Forgets the roles of the server, so that Discord is asked again. */
export function forgetRoles(): void {
	known = undefined;
}

/** Returns the roles of the settings by their keys; '' for one that is off. */
export async function readEventRoles(): Promise<Record<EventRoleSetting, string>> {
	const found = await rows<{ key: string; value: string }>(
		'SELECT key, value FROM settings WHERE key = ANY(:keys::text[])',
		{ keys: EVENT_ROLE_KEYS },
	);
	const read = (key: EventRoleSetting) => found.find((row) => row.key === key)?.value ?? '';
	return { role_tonight: read('role_tonight'), role_storytellers_tonight: read('role_storytellers_tonight') };
}

/** Returns the roles that members have from the bot and that are in no setting any more, so that they have to be taken. */
export const listFormerRoles = (): Promise<string[]> =>
	selectColumn(
		`SELECT DISTINCT role_id FROM given_roles g WHERE state IN ('giving', 'given', 'taking')
			AND NOT EXISTS (SELECT FROM settings st WHERE st.key = ANY(:keys::text[]) AND st.value = g.role_id)
		ORDER BY role_id`,
		{ keys: EVENT_ROLE_KEYS },
	);
