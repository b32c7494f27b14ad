import { closeDatabase, connectDatabase, database } from '~/database/connection.ts';
import { readSchemaState } from '~/database/migrate.ts';
import { isTooOld } from '~/database/schema/former-migrations.ts';
import { diagnoseConnection, readServerFacts } from '~/database/server-facts.ts';
import { one, selectValue } from '~/database/sql.ts';
import { diagnoseServer } from '~/domain/database-problems.ts';
import {
	type DatabaseFacts,
	type DatabaseFailure,
	evaluateSetup,
	isUsable,
	type SetupCheck,
	type SetupFacts,
} from '~/domain/setup.ts';
import { areClientCredentialsValid, CALLBACK_PATH } from '../auth/discord-strategy.ts';
import { ConfigError, config } from '../config.ts';
import { readApplication } from '../discord/guild.ts';
import { buildInviteUrl, readFact, readPreflightFacts } from '../operations/admin/index.ts';
import { readReplicaLags } from '../operations/kernel/read-position.ts';
import { hasAdmin } from '../operations/users/index.ts';

/**
 * Checks the environment, the database and Discord without changing anything. Returns the checks, and the bot's invite
 * link once the environment is valid.
 */
export async function checkSetup(): Promise<{ checks: SetupCheck[]; inviteUrl: string | null }> {
	const facts: SetupFacts = { problems: [], environment: null, database: null, discord: null };
	try {
		facts.environment = readEnvironment();
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		return { checks: evaluateSetup({ ...facts, problems: error.problems }), inviteUrl: null };
	}
	connectDatabase({ url: config().DATABASE_URL, poolMax: 2, readUrls: config().DATABASE_READ_URLS });
	try {
		facts.database = await readDatabaseFacts();
		facts.discord = await readDiscord(facts.database);
	} finally {
		await closeDatabase();
	}
	return { checks: evaluateSetup(facts), inviteUrl: facts.discord?.inviteUrl ?? null };
}

function readEnvironment(): SetupFacts['environment'] {
	const { NODE_ENV, TRUST_PROXY_HOPS, DISCORD_SERVICE } = config();
	return {
		isProduction: NODE_ENV === 'production',
		appUrl: process.env.APP_URL?.trim() ?? '',
		trustedProxies: TRUST_PROXY_HOPS,
		runsDiscordService: DISCORD_SERVICE,
		unreplaced: Object.keys(config()).filter((name) => process.env[name]?.includes('replace-me')),
	};
}

async function readDatabaseFacts(): Promise<DatabaseFacts | DatabaseFailure> {
	try {
		const [problem] = diagnoseServer(await readServerFacts());
		if (problem) return problem;
		const found = await one<{ version: number; can_create: boolean }>(
			`SELECT current_setting('server_version_num')::integer AS version,
				has_schema_privilege('public', 'CREATE') AND has_database_privilege(current_database(), 'CREATE') AS can_create`,
		);
		const { applied, pending, unknown } = await readSchemaState(database());
		return {
			version: found?.version ?? 0,
			canCreateTables: found?.can_create ?? false,
			pendingMigrations: pending.length,
			unknownMigrations: unknown,
			isTooOld: isTooOld(unknown),
			readReplicas: await readReplicaLags(),
			admin: await findAdmin({ hasUsers: applied.length > 0, isMigrated: pending.length === 0 }),
		};
	} catch (error) {
		return describeSetupFailure(error);
	}
}

async function findAdmin(tables: {
	hasUsers: boolean;
	isMigrated: boolean;
}): Promise<DatabaseFacts['admin']> {
	if (tables.hasUsers && (await hasAdmin())) return 'exists';
	const ids = config().ADMIN_DISCORD_IDS;
	const signedIn = tables.isMigrated
		? await selectValue<number>(
				`SELECT count(*)::integer FROM users
				WHERE discord_id = ANY(:ids::text[]) AND first_signed_in_at IS NOT NULL`,
				{ ids },
			)
		: null;
	return ids.length > (signedIn ?? 0) ? 'listed' : 'none';
}

async function describeSetupFailure(error: unknown): Promise<DatabaseFailure> {
	const problem = await diagnoseConnection(error, config().DATABASE_URL);
	if (problem) return problem;
	let described = String(error);
	for (let cause = error; cause instanceof Error; cause = cause.cause ?? Reflect.get(cause, 'parent')) {
		const code = 'code' in cause ? String(cause.code) : '';
		described = code ? `${code}: ${cause.message}` : cause.message;
	}
	return { error: hideDatabaseUrl(described) };
}

/** Returns the text without DATABASE_URL and its password, which an error may repeat. */
function hideDatabaseUrl(text: string): string {
	const url = config().DATABASE_URL;
	const { password } = new URL(url);
	return [url, password, decodeURIComponent(password)]
		.filter((secret) => secret !== '')
		.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}

async function readDiscord(database: SetupFacts['database']): Promise<SetupFacts['discord']> {
	const { APP_URL, DISCORD_CLIENT_ID } = config();
	const hasDatabase = isUsable(database);
	const hasTables = hasDatabase && database.pendingMigrations === 0;
	const facts = await readPreflightFacts({ hasDatabase, hasTables });
	// After an invalid token nothing more is asked with it, because Discord counts refused requests.
	const application = facts.isTokenValid === true ? await readFact(readApplication) : 'unknown';
	return {
		...facts,
		areCredentialsValid: await readFact(areClientCredentialsValid),
		application:
			application === 'unknown'
				? application
				: { isOwn: application.id === DISCORD_CLIENT_ID, redirectUris: application.redirectUris },
		callbackUrl: `${APP_URL}${CALLBACK_PATH}`,
		inviteUrl: buildInviteUrl(facts),
	};
}
