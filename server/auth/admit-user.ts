import type { Transaction } from 'sequelize';
import { inTransaction, isUniqueViolation } from '~/database/connection.ts';
import { ErasedId, User } from '~/database/models/index.ts';
import { config } from '../config.ts';
import { type DiscordAccount, toAccountColumns } from '../discord/members.ts';
import { recordAudit } from '../operations/kernel/audit.ts';
import { getErasedId } from '../secrets.ts';
import { recordMembership } from './membership.ts';

/**
 * Returns the user row of a member who just signed in. Creates the row at the first sign-in, or takes the row that
 * an import or the bot already created. Makes the user an admin when ADMIN_DISCORD_IDS contains their Discord ID and
 * they were never an admin before. So a later demotion is permanent, also after the account was erased. Overwrites
 * the Discord names and avatar, but keeps a name that the user typed. Deletes the record of an earlier erasure, so
 * that imports may include the user again.
 */
export async function admitUser(account: DiscordAccount, now: Date): Promise<User> {
	const admit = () => inTransaction((transaction) => admitAccount(account, now, transaction));
	const user = await admit().catch((error: unknown) => {
		// Two first sign-ins ran at the same time and the other one created the row; it exists now.
		if (isUniqueViolation(error)) return admit();
		throw error;
	});
	await recordMembership(user.id, true, now);
	return user.reload();
}

async function admitAccount(account: DiscordAccount, now: Date, transaction: Transaction): Promise<User> {
	const { discordId } = account;
	const fresh = toAccountColumns(account);
	const found = await User.findOne({ where: { discordId }, lock: true, transaction });
	// Read after the row lock, so that an erasure that ran at the same time is committed and visible.
	const erased = await ErasedId.findByPk(getErasedId(discordId), { transaction });
	await erased?.destroy({ transaction });
	const user = found
		? await found.update(fresh, { transaction })
		: await User.create({ discordId, ...fresh, createdAt: now }, { transaction });
	if (user.firstSignedInAt) return user;
	const becameAdminAt = user.becameAdminAt ?? erased?.becameAdminAt ?? null;
	await user.update({ firstSignedInAt: now, becameAdminAt }, { transaction });
	if (config().ADMIN_DISCORD_IDS.includes(discordId) && !becameAdminAt) {
		await grantAdmin(user, now, transaction);
	}
	return user;
}

async function grantAdmin(user: User, now: Date, transaction: Transaction): Promise<void> {
	const detail = { from: user.role, to: 'admin', by: 'ADMIN_DISCORD_IDS' };
	await user.update({ role: 'admin', becameAdminAt: now }, { transaction });
	await recordAudit(
		'users.setRole',
		{ type: 'user', id: user.id },
		{ actor: null, now, transaction },
		detail,
	);
}
