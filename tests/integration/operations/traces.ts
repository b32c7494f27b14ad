import { QueryTypes } from 'sequelize';
import { database } from '~/database/connection.ts';
import {
	ApiToken,
	AuditEntry,
	Comment,
	type Event,
	EventSeries,
	ImportRun,
	Session,
	SignInToken,
	type User,
} from '~/database/models/index.ts';
import { createSignupRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { hashSecret } from '~/server/secrets.ts';

/** The text in every free text about the user, and nowhere else. */
export const CANARY = 'kanarie-7f3a';

/** The columns that `createTraces` writes the canary into. */
export const CANARY_COLUMNS = [
	'users.username',
	'users.global_name',
	'users.preferred_username',
	'users.avatar',
	'preferences.notes',
	'signups.notes',
	'signups.place_reason',
	'sessions.browser',
	'comments.body',
	'player_messages.text',
	'event_drafts.draft',
	'api_tokens.name',
	'sign_in_tokens.redirect_to',
	'idempotency_keys.key',
	'idempotency_keys.response',
];

/** Gives a user a row in every table that can hold one; `other` is a user who stays. */
export async function createTraces(user: User, other: User, event: Event): Promise<void> {
	const ownKeys = { userId: user.id, eventId: event.id };
	const expiresAt = new Date('2027-01-01T00:00:00Z');
	await user.update({
		username: `${CANARY} name`,
		globalName: `${CANARY} global`,
		preferredUsername: `${CANARY} preferred`,
		preferredUsernameSource: 'owner',
		avatar: `${CANARY}-avatar`,
	});
	await rowsOf('preferences').insert({ userId: user.id, notes: `${CANARY} notes` });
	await rowsOf('player_preferences').insertAll([
		{ userId: user.id, kind: 'player', preferredUserId: other.id, position: 0 },
		{ userId: other.id, kind: 'player', preferredUserId: user.id, position: 0 },
		{ userId: other.id, kind: 'storyteller', preferredUserId: user.id, position: 1 },
	]);
	await createSignupRow({ ...ownKeys, notes: `${CANARY} signup`, placeReason: `${CANARY} place` });
	const detail = { userId: user.id, eventId: event.id, to: 'placed', reason: `${CANARY} moved` };
	await AuditEntry.create({ action: 'places.move', subjectType: 'signup', subjectId: '1', detail });
	await rowsOf('interest_withdrawals').insert(ownKeys);
	await rowsOf('calendar_revisions').insert({
		...ownKeys,
		textHash: 'c'.repeat(64),
		sequence: 0,
		changedAt: event.date,
	});
	await rowsOf('event_drafts').insert({
		userId: user.id,
		draft: { title: `${CANARY} draft` },
		changedAt: event.date,
	});
	await rowsOf('last_writes').insert({ userId: user.id, lsn: '0/1' });
	await Comment.create({ ...ownKeys, body: `${CANARY} comment` });
	await rowsOf('player_messages').insert({
		...ownKeys,
		audience: 'players',
		text: `${CANARY} message`,
		way: 'direct',
		createdAt: event.date,
	});
	await rowsOf('direct_messages').insert({
		...ownKeys,
		kind: 'moved',
		eventDate: event.date,
		dueAt: event.date,
		createdAt: event.date,
		channelId: '100000000000000004',
	});
	const { id: pollId } = await rowsOf('polls').insert({
		title: 'Autumn Fair',
		timezone: 'UTC',
		answerBy: event.date,
		creatorId: user.id,
		createdAt: event.date,
	});
	const { id: timeId } = await rowsOf('poll_times').insert({ pollId, date: event.date, duration: 60 });
	await rowsOf('poll_votes').insert({
		...{ pollId, timeId, userId: user.id },
		...{ answer: 'yes', source: 'webapp', createdAt: event.date },
	});
	await rowsOf('given_roles').insert({
		...ownKeys,
		discordId: user.discordId,
		roleId: '100000000000000005',
		state: 'had',
		changedAt: event.date,
	});
	const posted = [{ id: 'a', name: 'Group 1', storytellerId: null, playerIds: [user.id] }];
	await rowsOf('announcements').insert({
		eventId: event.id,
		kind: 'groups',
		state: 'posted',
		isDirty: false,
		dueAt: event.date,
		messageId: '100000000000000003',
		postedGroups: { request: 1, before: null, groups: posted },
	});
	await rowsOf('event_storytellers').insert({ ...ownKeys, position: 0 });
	const series = await EventSeries.create({
		rule: { interval_weeks: 1 },
		pause: null,
		nextDate: '2026-10-23',
		startTime: '20:30',
		timezone: 'UTC',
		title: 'x',
		description: '',
		duration: 60,
		location: '',
		decideMinutes: 60,
		onTooFew: 'ask',
		creatorId: user.id,
		createsDiscordEvent: false,
		announces: false,
	});
	await rowsOf('series_regulars').insert({
		seriesId: series.id,
		userId: user.id,
		status: 'late',
		createdAt: event.date,
	});
	await rowsOf('scripts').insert({
		name: 'Ours',
		author: null,
		characters: [],
		file: '[]',
		creatorId: user.id,
		createdAt: event.date,
	});
	await rowsOf('event_scripts').insert({ eventId: event.id, script: 'tb', position: 0 });
	await rowsOf('script_votes').insert({ ...ownKeys, script: 'tb', vote: 'keen' });
	await rowsOf('attendance').insert({ ...ownKeys, state: 'late' });
	await rowsOf('series_storytellers').insert({ seriesId: series.id, userId: user.id, position: 0 });
	const seatedGroup = await rowsOf('groups').insert({ eventId: event.id, clientId: 'a', name: 'Group 1' });
	await rowsOf('groups').insert({
		eventId: event.id,
		clientId: 'b',
		name: 'Group 2',
		storytellerId: user.id,
	});
	await rowsOf('group_players').insert({ ...ownKeys, groupId: seatedGroup.id });
	await rowsOf('group_co_storytellers').insert({ ...ownKeys, groupId: seatedGroup.id });
	const played = await rowsOf('played_groups').insert({
		eventId: event.id,
		round: 1,
		clientId: 'a',
		name: 'Group 1',
		position: 0,
		script: null,
		winner: null,
		createdAt: event.date,
	});
	await rowsOf('played_seats').insert({ groupId: played.id, userId: user.id, position: 0 });
	await rowsOf('group_pins').insert({ ...ownKeys, groupClientId: 'a' });
	const [userA = '', userB = ''] = [user.id, other.id].sort((a, b) => Number(a) - Number(b));
	await rowsOf('group_keep_apart').insert({ eventId: event.id, userA, userB });
	await Session.create({
		userId: user.id,
		tokenHash: hashSecret(`${CANARY} session`),
		browser: `${CANARY} browser`,
		expiresAt,
	});
	await ApiToken.create({
		userId: user.id,
		name: `${CANARY} token`,
		tokenHash: hashSecret(`${CANARY} token`),
		expiresAt,
	});
	await SignInToken.create({
		userId: user.id,
		tokenHash: hashSecret(`${CANARY} sign-in`),
		browserHash: hashSecret('browser'),
		redirectTo: `/events?q=${CANARY}`,
		expiresAt,
	});
	await rowsOf('idempotency_keys').insert({
		key: CANARY,
		actorScope: user.id,
		operation: 'comments.create',
		requestHash: hashSecret(CANARY),
		response: { commentId: CANARY },
		expiresAt,
	});
	await rowsOf('rate_limits').insertAll(
		[
			`commentsPerMinute:${user.id}`,
			`userRequestsPerMinute:${user.id}`,
			`userWritesPerMinute:${user.id}`,
		].map((key) => ({ key, points: 1, expire: null })),
	);
	const undo = await rowsOf('undos').insert({
		actorId: user.id,
		action: 'signups.deleteMany',
		createdAt: event.date,
	});
	const kept = { user_id: Number(user.id), notes: `${CANARY} kept` };
	await rowsOf('undo_rows').insert({
		undoId: undo.id,
		tableName: 'signups',
		before: kept,
		after: { ...kept, notes: null },
	});
	await ImportRun.create({ discordEventId: '100000000000000001', actorId: user.id });
	await AuditEntry.create({ actorId: user.id, action: 'x', subjectType: 'user', subjectId: user.id });
}

/** Returns every row of every table of the app and of its queue, as text. */
export async function dumpDatabase(): Promise<string> {
	const tables = await database().query<{ name: string }>(
		`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'queue')`,
		{ type: QueryTypes.SELECT },
	);
	const texts: string[] = [];
	for (const { name } of tables) {
		const rows = await database().query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`, {
			type: QueryTypes.SELECT,
		});
		texts.push(...rows.map(({ line }) => `${name} ${line}`));
	}
	return texts.join('\n');
}

/** Returns every row of these tables as text, in an order that does not change. */
export async function dumpTables(names: readonly string[]): Promise<string> {
	const texts: string[] = [];
	for (const name of names) {
		const rows = await database().query<{ line: string }>(
			`SELECT t::text AS line FROM ${name} t ORDER BY 1`,
			{
				type: QueryTypes.SELECT,
			},
		);
		texts.push(...rows.map(({ line }) => `${name} ${line}`));
	}
	return texts.join('\n');
}
