import type { Transaction } from 'sequelize';
import { inTransaction, isUniqueViolation } from '~/database/connection.ts';
import { ErasedId, User } from '~/database/models/index.ts';
import { config } from '../config.ts';
import { erasedIdOf } from '../discord/erased-id.ts';
import type { DiscordAccount } from '../discord/members.ts';

/**
 * The user row of a member who just signed in. A first sign-in makes it, or adopts the one that an import or the bot
 * made; ADMIN_DISCORD_IDS counts only then, so that a later demotion stays. Discord's names and avatar are refreshed,
 * a name that the person typed is not touched. Whoever was erased may be imported again from now on.
 */
export async function admitUser(account: DiscordAccount, now: Date): Promise<User> {
	try {
		return await inTransaction((transaction) => admit(account, now, transaction));
	} catch (error) {
		// Two first sign-ins at once: the row that won is there now.
		if (isUniqueViolation(error)) return inTransaction((transaction) => admit(account, now, transaction));
		throw error;
	}
}

async function admit(account: DiscordAccount, now: Date, transaction: Transaction): Promise<User> {
	const { discordId, username, globalName, avatar } = account;
	await ErasedId.destroy({ where: { discordIdHmac: erasedIdOf(discordId) }, transaction });
	const fresh = { username, globalName, avatar, membershipCheckedAt: now, membershipLostAt: null };
	const first = { firstSignedInAt: now, ...(isFirstAdmin(discordId) ? { role: 'admin' as const } : {}) };
	const known = await User.findOne({ where: { discordId }, lock: true, transaction });
	if (!known) return User.create({ discordId, ...fresh, ...first, createdAt: now }, { transaction });
	return known.update({ ...fresh, ...(known.firstSignedInAt ? {} : first) }, { transaction });
}

const isFirstAdmin = (discordId: string) => config().ADMIN_DISCORD_IDS.includes(discordId);
