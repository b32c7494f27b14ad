import type { Role } from '~/domain/people/roles.ts';
import { wallTimeToInstant } from '~/domain/time/wall-time.ts';
import type { Typed } from './forms.ts';
import { makeComment, rows } from './rows.ts';
import {
	answerOf,
	awaitImports,
	commentOf,
	crowd,
	IN_A_MONTH,
	makeFailedMirror,
	makeTestUsers,
	makeUnlinkedAnswer,
	nickname,
	planOnDiscord,
	type Stage,
	setStatus,
} from './stage.ts';

/** A stage with the ids that a case has made; `ids` also fill the addresses. */
export type Twin = Stage & { ids: Record<string, string> };

export type Case = {
	what: string;
	/** The actor's role; a player unless the command needs more. */
	as?: Role;
	/** Makes what it is about; answers its ids. */
	prepare?: (stage: Stage) => Promise<Record<string, string>> | Record<string, string>;
	/** Buttons of the form that are pressed before, one after the other. */
	presses?: (twin: Twin) => Typed[];
	typed?: (twin: Twin) => Typed;
	body?: (twin: Twin) => object;
	/** What happens between the page and its form, and before the call. */
	meanwhile?: (twin: Twin) => Promise<unknown> | unknown;
	/** Who is shown the form that the actor sends: somebody of this role. Left out: the actor. */
	shownTo?: Role;
	/** The status of the refusal; left out: it is done. */
	refused?: number;
	/** What the page says instead of the refusal's text, for it shows how things stand now. */
	pageSays?: string;
	/** What the page does instead, where the specification wants that, and why. */
	butThePage?: { status: number; because: string };
	/** Nothing that is kept changes though it is done. */
	changesNothing?: true;
};

export type Command = {
	/** As the document names it. */
	call: string;
	/** Where its form is shown. */
	page: string;
	/** The page is the answer to this being sent there: what a list's form brings along. */
	opens?: (twin: Twin) => Record<string, string>;
	/** The least role that is shown the page, where the call asks for less. */
	pageRole?: Role;
	/** It changes the banner, which everybody shares. */
	changesBanner?: true;
	/** It changes the test data, of which there is one lot. */
	changesTestData?: true;
	/** How the form is told from the page's others: its address, or fields that it holds. */
	form: { action?: string; holds?: (twin: Twin) => Record<string, string> };
	/** The form's intent where it is not the call's own action, and why. */
	otherIntent?: string;
	/** The name of the form's field with the key under which it counts once. */
	key?: string;
	/** Waits for work that the form's answer did not wait for. */
	settled?: (twin: Twin) => Promise<void>;
	cases: readonly [Case, ...Case[]];
};

const LONG = (length: number) => 'x'.repeat(length + 1);

const ZONE = 'America/Chicago';

/** What is typed into the event forms. */
const night = (changes: Typed = {}): Typed => ({
	title: 'Twelfth Night',
	description: 'Bring tea.\nAnd an alibi.',
	date: IN_A_MONTH,
	time: '20:30',
	timezone: ZONE,
	duration: '2.5',
	location: 'The Hearth',
	...changes,
});

/** The same as a body. */
function nightBody(changes: object = {}): object {
	const read = wallTimeToInstant({ date: IN_A_MONTH, time: '20:30', zone: ZONE });
	return {
		title: 'Twelfth Night',
		description: 'Bring tea.\nAnd an alibi.',
		date: 'instant' in read ? read.instant.toISOString() : '',
		duration: 150,
		location: 'The Hearth',
		timezone: ZONE,
		...changes,
	};
}

/** Somebody else saves the night first. */
const editMeanwhile = ({ night: { id } }: Stage) =>
	rows().query(`UPDATE events SET version = version + 1, location = 'The Mill' WHERE id = $1`, [id]);
const cancelMeanwhile = (twin: Stage) => setStatus(twin, 'cancelled');
const deleteMeanwhile = ({ night: { id } }: Stage) => rows().query('DELETE FROM events WHERE id = $1', [id]);

const eraseMeanwhile = ({ other: { id } }: Stage) => rows().query('DELETE FROM users WHERE id = $1', [id]);

const nothing = () => ({});
const GONE = { status: 303, because: 'what is gone already is what was wanted' };
const TO_LIST = { status: 303, because: 'a missing event leads to the list (spec, section 2)' };

async function makeMirror({ night: { id } }: Stage): Promise<Record<string, string>> {
	const discordEventId = `7${id.padStart(17, '0')}`;
	await rows().query(
		`INSERT INTO discord_mirrors (event_id, discord_event_id, state) VALUES ($1, $2, 'synced')`,
		[id, discordEventId],
	);
	return {};
}

const failed = async (stage: Stage) => {
	await makeFailedMirror(stage);
	return {};
};
const cancelled = async (stage: Stage) => {
	await setStatus(stage, 'cancelled');
	return {};
};
const own = (stage: Stage) => answerOf(stage, 'actor');
const foreign = (stage: Stage) => answerOf(stage, 'other');

/** Deletes the answer that a case has prepared. */
const takeBackMeanwhile = ({ ids }: Twin) =>
	rows().query('DELETE FROM signups WHERE id = $1', [ids.signupId]);

const CLOSED = 'Sign-up is closed. This event is cancelled.';

/** `closedText` is what that page says of a night that takes no answers. */
const signupCases = (field: 'notes' | 'none', closedText?: string): Command['cases'] => {
	const notes = (text: string): Typed => (field === 'notes' ? { notes: text } : {});
	return [
		{
			what: 'a first answer',
			typed: () => ({ status: 'confirmed', ...notes(' I bring biscuits. ') }),
			body: () => ({ status: 'confirmed', ...notes(' I bring biscuits. ') }),
		},
		{
			what: 'another answer',
			prepare: own,
			typed: () => ({ status: 'declined', ...notes('') }),
			body: () => ({ status: 'declined', ...notes('') }),
		},
		{
			what: 'an answer that is none',
			typed: () => ({ status: 'perhaps' }),
			body: () => ({ status: 'perhaps' }),
			refused: 422,
		},
		{
			what: 'an answer to a night that was cancelled meanwhile',
			...(closedText ? { pageSays: closedText } : {}),
			meanwhile: cancelMeanwhile,
			typed: () => ({ status: 'late' }),
			body: () => ({ status: 'late' }),
			refused: 409,
		},
		...(field === 'notes'
			? [
					{
						what: 'long notes',
						typed: () => ({ status: 'late', notes: LONG(500) }),
						body: () => ({ status: 'late', notes: LONG(500) }),
						refused: 422,
					},
				]
			: []),
	];
};

/** What is typed into the form of a template week: Wednesday alone, unless it says otherwise. */
const week = (changes: Typed = {}): Typed => ({
	startDate: IN_A_MONTH,
	description: 'Soup.',
	createDiscordEvents: null,
	'enabled-3': 'on',
	'enabled-5': null,
	'enabled-6': null,
	...changes,
});
const weekBody = (days: number[]): object => ({
	startDate: IN_A_MONTH,
	description: 'Soup.',
	createDiscordEvents: false,
	events: days.map((day) => ({ day, enabled: true })),
});

const testUsers = (count: number) => async () => {
	await makeTestUsers(count);
	return {};
};
const counts = (confirmed: number): Typed => ({
	confirmed: String(confirmed),
	late: '1',
	tentative: '1',
	declined: '0',
});
const countsBody = (confirmed: number): object => ({ confirmed, late: 1, tentative: 1, declined: 0 });

/**
 * Every command that has a form, with the cases that both are sent. Beside these each is sent by somebody whose role is
 * too low, and, where the form carries a key, twice.
 */
export const COMMANDS: readonly Command[] = [
	{
		call: 'POST /api/auth/logout',
		page: '/faq',
		form: { action: '/logout' },
		otherIntent: 'the menu’s only form of its address',
		cases: [{ what: 'signing out' }],
	},
	{
		call: 'PUT /api/auth/update-username',
		page: '/profile/edit',
		form: {},
		cases: [
			{
				what: 'a name',
				typed: () => ({ preferredUsername: '  Wren  of the Mill ' }),
				body: () => ({ preferredUsername: '  Wren  of the Mill ' }),
			},
			{
				what: 'no name',
				prepare: async ({ actor }) => {
					await rows().query(`UPDATE users SET preferred_username = 'Old' WHERE id = $1`, [actor.id]);
					return {};
				},
				typed: () => ({ preferredUsername: '' }),
				body: () => ({ preferredUsername: '' }),
			},
			{
				what: 'a name that is too long',
				typed: () => ({ preferredUsername: LONG(255) }),
				body: () => ({ preferredUsername: LONG(255) }),
				refused: 422,
			},
		],
	},
	{
		call: 'POST /api/events',
		page: '/create-event',
		form: {},
		key: 'key',
		cases: [
			{
				what: 'a night with its storyteller',
				typed: ({ other }) => night({ storytellerIds: [other.id], createDiscordEvent: null }),
				body: ({ other }) => nightBody({ storytellerIds: [other.id], createDiscordEvent: false }),
			},
			{
				what: 'a mirrored night',
				typed: () => night(),
				body: () => nightBody(),
			},
			{
				what: 'a night without a title',
				typed: () => night({ title: ' ' }),
				body: () => nightBody({ title: ' ' }),
				refused: 422,
			},
			{
				what: 'a night that lasts too long',
				typed: () => night({ duration: '8.5' }),
				body: () => nightBody({ duration: 510 }),
				refused: 422,
			},
			{
				what: 'a night in the past',
				typed: () => night({ date: '2021-03-01' }),
				body: () => nightBody({ date: '2021-03-02T02:30:00Z' }),
				refused: 422,
			},
			{
				what: 'a storyteller who is none',
				typed: ({ actor }) => night({ storytellerIds: ['999999999'], location: actor.role }),
				body: ({ actor }) => nightBody({ storytellerIds: ['999999999'], location: actor.role }),
				refused: 422,
			},
		],
	},
	{
		call: 'PUT /api/events/{eventId}',
		page: '/events/{eventId}/edit',
		form: {},
		cases: [
			{
				what: 'every field',
				typed: ({ other }) => night({ storytellerIds: [other.id] }),
				body: ({ other }) => nightBody({ storytellerIds: [other.id], version: 1 }),
			},
			{
				what: 'a mirrored night',
				prepare: makeMirror,
				typed: () => night(),
				body: () => nightBody({ version: 1 }),
			},
			{
				what: 'no title',
				typed: () => night({ title: '' }),
				body: () => nightBody({ title: '', version: 1 }),
				refused: 422,
			},
			{
				what: 'a night that somebody else has saved meanwhile',
				meanwhile: editMeanwhile,
				typed: () => night(),
				body: () => nightBody({ version: 1 }),
				refused: 409,
			},
			{
				what: 'a night that is gone',
				meanwhile: deleteMeanwhile,
				typed: () => night(),
				body: () => nightBody({ version: 1 }),
				refused: 404,
				butThePage: TO_LIST,
			},
		],
	},
	{
		call: 'DELETE /api/events/{eventId}',
		page: '/events/{eventId}/delete',
		form: {},
		cases: [
			{ what: 'a night', prepare: foreign, body: nothing },
			{
				what: 'a mirrored night with its Discord event',
				prepare: makeMirror,
				body: () => ({ deleteDiscordEvent: true }),
			},
			{
				what: 'a mirrored night without its Discord event',
				prepare: makeMirror,
				typed: () => ({ deleteDiscordEvent: null }),
				body: () => ({ deleteDiscordEvent: false }),
			},
			{
				what: 'a night that is gone',
				meanwhile: deleteMeanwhile,
				body: nothing,
				refused: 404,
				butThePage: TO_LIST,
			},
		],
	},
	{
		call: 'POST /api/events/{eventId}/cancel',
		page: '/events/{eventId}/edit',
		form: {},
		cases: [
			{ what: 'an active night', prepare: makeMirror, body: () => ({ version: 1 }) },
			{
				what: 'a night that was changed meanwhile',
				meanwhile: editMeanwhile,
				body: () => ({ version: 1 }),
				refused: 409,
			},
			{
				what: 'a night that is gone',
				meanwhile: deleteMeanwhile,
				body: () => ({ version: 1 }),
				refused: 404,
				butThePage: TO_LIST,
			},
		],
	},
	{
		call: 'POST /api/events/{eventId}/reinstate',
		page: '/events/{eventId}/edit',
		form: {},
		cases: [
			{ what: 'a cancelled night', prepare: cancelled, body: () => ({ version: 1 }) },
			{
				what: 'a night that was changed meanwhile',
				prepare: cancelled,
				meanwhile: editMeanwhile,
				body: () => ({ version: 1 }),
				refused: 409,
			},
		],
	},
	{
		call: 'POST /api/events/{eventId}/mirror',
		page: '/events/{eventId}',
		form: {},
		cases: [
			{ what: 'a mirror that failed', prepare: failed },
			{
				what: 'a mirror that is gone',
				prepare: failed,
				meanwhile: ({ night: { id } }) =>
					rows().query('DELETE FROM discord_mirrors WHERE event_id = $1', [id]),
				refused: 409,
			},
		],
	},
	{
		call: 'POST /api/events/{eventId}/signup',
		page: '/events/{eventId}/signup',
		form: { action: '/events/{eventId}/signup' },
		cases: signupCases('notes'),
	},
	{
		call: 'POST /api/events/{eventId}/signup',
		page: '/events/{eventId}',
		form: { action: '/events/{eventId}' },
		cases: signupCases('none', CLOSED),
	},
	{
		call: 'POST /api/events/{eventId}/signup',
		page: '/events',
		form: { action: '/events', holds: (twin) => ({ eventId: twin.night.id }) },
		cases: signupCases('none'),
	},
	{
		call: 'DELETE /api/events/{eventId}/signup',
		page: '/events/{eventId}',
		form: {},
		cases: [
			{ what: 'one’s answer', prepare: own },
			{
				what: 'an answer that is gone',
				prepare: own,
				meanwhile: takeBackMeanwhile,
				refused: 404,
				butThePage: GONE,
			},
			{
				what: 'an answer to a night that was cancelled meanwhile',
				prepare: own,
				meanwhile: cancelMeanwhile,
				refused: 409,
				pageSays: CLOSED,
			},
		],
	},
	{
		call: 'PUT /api/events/{eventId}/signups/{signupId}',
		page: '/events/{eventId}/signups/{signupId}',
		form: {},
		cases: [
			{
				what: 'one’s own',
				prepare: own,
				typed: () => ({ status: 'late', notes: 'The train.' }),
				body: () => ({ status: 'late', notes: 'The train.' }),
			},
			{
				what: 'somebody else’s',
				as: 'creator',
				prepare: foreign,
				typed: () => ({ status: 'tentative', notes: '' }),
				body: () => ({ status: 'tentative', notes: '' }),
			},
			{
				what: 'somebody else’s, by a player',
				shownTo: 'creator',
				prepare: foreign,
				typed: () => ({ status: 'tentative', notes: '' }),
				body: () => ({ status: 'tentative', notes: '' }),
				refused: 403,
			},
			{
				what: 'a status that is none',
				prepare: own,
				typed: () => ({ status: '', notes: '' }),
				body: () => ({ status: '', notes: '' }),
				refused: 422,
			},
			{
				what: 'a night that was cancelled meanwhile',
				prepare: own,
				meanwhile: cancelMeanwhile,
				typed: () => ({ status: 'late', notes: '' }),
				body: () => ({ status: 'late', notes: '' }),
				refused: 409,
			},
		],
	},
	{
		call: 'POST /api/events/{eventId}/comments',
		page: '/events/{eventId}',
		form: {},
		key: 'key',
		cases: [
			{
				what: 'a comment',
				typed: () => ({ body: ' Who brings\nthe board? ' }),
				body: () => ({ body: ' Who brings\nthe board? ' }),
			},
			{ what: 'nothing', typed: () => ({ body: ' ' }), body: () => ({ body: ' ' }), refused: 422 },
			{
				what: 'too much',
				typed: () => ({ body: LONG(2000) }),
				body: () => ({ body: LONG(2000) }),
				refused: 422,
			},
		],
	},
	{
		call: 'DELETE /api/events/{eventId}/comments/{commentId}',
		page: '/events/{eventId}',
		form: { holds: ({ ids }) => ({ commentId: String(ids.commentId) }) },
		cases: [
			{ what: 'one’s own', prepare: (stage) => commentOf(stage, 'actor') },
			{ what: 'somebody else’s', as: 'creator', prepare: (stage) => commentOf(stage, 'other') },
			{
				what: 'somebody else’s, by a player',
				shownTo: 'creator',
				prepare: (stage) => commentOf(stage, 'other'),
				refused: 403,
			},
			{
				what: 'one that is gone',
				prepare: (stage) => commentOf(stage, 'actor'),
				meanwhile: ({ ids }) => rows().query('DELETE FROM comments WHERE id = $1', [ids.commentId]),
				refused: 404,
				butThePage: GONE,
			},
		],
	},
	{
		call: 'POST /api/events/{eventId}/groups/auto-split',
		page: '/events/{eventId}',
		form: {},
		cases: [
			{ what: 'enough who confirmed', prepare: crowded, changesNothing: true },
			{ what: 'too few', refused: 409 },
		],
	},
	{
		call: 'POST /api/events/{eventId}/groups',
		page: '/events/{eventId}',
		opens: () => ({ intent: 'groups.autoSplit', version: '1' }),
		form: {},
		key: 'key',
		cases: [
			{
				what: 'a board',
				prepare: crowded,
				typed: (twin) => ({ board: JSON.stringify(board(twin)) }),
				body: (twin) => ({ ...board(twin), version: 1 }),
			},
			{
				what: 'somebody twice',
				prepare: crowded,
				typed: (twin) => ({ board: JSON.stringify(board(twin, twin.other.id)) }),
				body: (twin) => ({ ...board(twin, twin.other.id), version: 1 }),
				refused: 422,
			},
			{
				what: 'a board that somebody else has saved meanwhile',
				prepare: crowded,
				meanwhile: ({ night: { id } }) =>
					rows().query('UPDATE events SET groups_version = groups_version + 1 WHERE id = $1', [id]),
				typed: (twin) => ({ board: JSON.stringify(board(twin)) }),
				body: (twin) => ({ ...board(twin), version: 1 }),
				refused: 409,
			},
		],
	},
	{
		call: 'PUT /api/users/preferences',
		page: '/profile/preferences',
		form: {},
		cases: [
			{
				what: 'people and notes',
				presses: ({ other }) => [
					{ playersQuery: other.username, do: 'search' },
					add('players', other.id),
					add('storytellers', other.id),
				],
				typed: () => ({ notes: ' No ravens. ', do: 'save' }),
				body: ({ other }) => ({
					preferredPlayers: [other.id],
					preferredStorytellers: [other.id],
					notes: ' No ravens. ',
				}),
			},
			{
				what: 'oneself',
				presses: ({ other }) => [add('players', other.id)],
				typed: ({ actor }) => ({ preferredPlayers: [actor.id], notes: '', do: 'save' }),
				body: ({ actor }) => ({ preferredPlayers: [actor.id], preferredStorytellers: [], notes: '' }),
				refused: 422,
			},
			{
				what: 'long notes',
				typed: () => ({ notes: LONG(2000), do: 'save' }),
				body: () => ({ preferredPlayers: [], preferredStorytellers: [], notes: LONG(2000) }),
				refused: 422,
			},
		],
	},
	{
		call: 'PUT /api/users/profile',
		page: '/profile',
		form: { holds: () => ({ intent: 'profile.setSwitches' }) },
		otherIntent: 'the profile’s switches are saved together with the countdown’s',
		cases: [
			{
				what: 'no notifications',
				typed: () => ({ notifications: null }),
				body: () => ({ notifications: false }),
			},
		],
	},
	{
		call: 'PUT /api/users/profile',
		page: '/faq',
		form: { action: '/theme' },
		otherIntent: 'the theme has an address of its own, also for people who are not signed in',
		cases: [{ what: 'the other theme', body: () => ({ theme: 'light' }) }],
	},
	{
		call: 'DELETE /api/users/profile',
		page: '/profile/delete?step=3',
		form: {},
		cases: [
			{
				what: 'the word',
				prepare: async (stage) => {
					await makeComment(stage.night.id, stage.actor.id, 'Farewell.');
					return own(stage);
				},
				typed: () => ({ confirmation: 'DELETE' }),
				body: () => ({ confirmation: 'DELETE' }),
			},
			{
				what: 'another word',
				typed: () => ({ confirmation: 'delete' }),
				body: () => ({ confirmation: 'delete' }),
				refused: 422,
			},
		],
	},
	{
		call: 'POST /api/users/link-discord-account',
		page: '/profile',
		form: {},
		cases: [
			{
				what: 'one’s own',
				prepare: async (stage) => {
					await makeUnlinkedAnswer(stage);
					return {};
				},
				typed: ({ actor }) => ({ discordUserId: ` ${actor.discordId} ` }),
				body: ({ actor }) => ({ discordUserId: ` ${actor.discordId} ` }),
			},
			{
				what: 'nothing',
				typed: () => ({ discordUserId: '' }),
				body: () => ({ discordUserId: '' }),
				refused: 422,
			},
			{
				what: 'no Discord ID',
				typed: () => ({ discordUserId: '12ab' }),
				body: () => ({ discordUserId: '12ab' }),
				refused: 422,
			},
			{
				what: 'somebody else’s',
				typed: ({ other }) => ({ discordUserId: other.discordId }),
				body: ({ other }) => ({ discordUserId: other.discordId }),
				refused: 403,
			},
		],
	},
	{
		call: 'POST /api/admin/discord-mirrors/{eventId}/retry',
		page: '/admin/discord-mirrors',
		form: { holds: (twin) => ({ eventId: twin.night.id }) },
		cases: [
			{ what: 'a mirror that failed', prepare: failed },
			{
				what: 'one that was deleted there, of a cancelled night',
				prepare: failed,
				meanwhile: async (twin) => {
					await setStatus(twin, 'cancelled');
					await rows().query(
						`UPDATE discord_mirrors SET state = 'deleted', error = NULL WHERE event_id = $1`,
						[twin.night.id],
					);
				},
				refused: 409,
			},
			{
				what: 'one that is gone',
				prepare: failed,
				meanwhile: ({ night: { id } }) =>
					rows().query('DELETE FROM discord_mirrors WHERE event_id = $1', [id]),
				refused: 404,
			},
		],
	},
	{
		call: 'POST /api/admin/import-discord-event',
		page: '/admin/discord-import/{discordEventId}',
		form: {},
		key: 'idempotencyKey',
		settled: ({ actor }) => awaitImports(actor),
		cases: [
			{
				what: 'an event of Discord’s',
				prepare: planned,
				body: ({ ids }) => ({ discordEventId: ids.discordEventId }),
			},
		],
	},
	{
		call: 'PUT /api/admin/users/{userId}/role',
		page: '/admin/users?q={otherName}',
		form: { holds: ({ other }) => ({ userId: other.id }) },
		cases: [
			{
				what: 'a role',
				prepare: theOther,
				typed: () => ({ role: 'creator' }),
				body: () => ({ role: 'creator' }),
			},
			{
				what: 'a role that is none',
				prepare: theOther,
				typed: () => ({ role: 'king' }),
				body: () => ({ role: 'king' }),
				refused: 422,
			},
			{
				what: 'somebody who is gone',
				prepare: theOther,
				meanwhile: eraseMeanwhile,
				typed: () => ({ role: 'creator' }),
				body: () => ({ role: 'creator' }),
				refused: 404,
			},
		],
	},
	{
		call: 'DELETE /api/admin/users/{userId}',
		page: '/admin/users/delete?id={userId}',
		form: {},
		cases: [
			{
				what: 'somebody with an answer',
				prepare: async (stage) => ({ ...(await foreign(stage)), ...theOther(stage) }),
			},
			{ what: 'oneself', prepare: ({ actor }) => ({ userId: actor.id }), refused: 403 },
			{
				what: 'somebody who is gone',
				prepare: theOther,
				meanwhile: eraseMeanwhile,
				refused: 404,
				butThePage: GONE,
			},
		],
	},
	{
		call: 'POST /api/admin/users/update-preferred-usernames',
		page: '/admin/users',
		form: {},
		key: 'key',
		cases: [
			{
				what: 'a nickname',
				prepare: (stage) => {
					nickname(stage);
					return {};
				},
			},
		],
	},
	{
		call: 'PUT /api/admin/signups/{signupId}',
		page: '/admin/signups/{signupId}',
		pageRole: 'admin',
		form: {},
		cases: [
			{
				what: 'an answer',
				prepare: foreign,
				typed: () => ({ status: 'late', notes: 'The train.' }),
				body: () => ({ status: 'late', notes: 'The train.' }),
			},
			{
				what: 'long notes',
				prepare: foreign,
				typed: () => ({ status: 'late', notes: LONG(500) }),
				body: () => ({ status: 'late', notes: LONG(500) }),
				refused: 422,
			},
			{
				what: 'an answer that is gone',
				prepare: foreign,
				meanwhile: takeBackMeanwhile,
				typed: () => ({ status: 'late', notes: '' }),
				body: () => ({ status: 'late', notes: '' }),
				refused: 404,
				butThePage: GONE,
			},
		],
	},
	{
		call: 'POST /api/admin/update-signups',
		page: '/admin/signups',
		form: {},
		key: 'key',
		cases: [
			{
				what: 'one of them',
				prepare: foreign,
				typed: ({ ids }) => ({ ids: String(ids.signupId), newStatus: 'declined' }),
				body: ({ ids }) => ({ signupIds: [ids.signupId], status: 'declined' }),
			},
			{
				what: 'none',
				prepare: foreign,
				typed: () => ({ newStatus: 'declined' }),
				body: () => ({ signupIds: [], status: 'declined' }),
				refused: 422,
			},
			{
				what: 'a status that is none',
				prepare: foreign,
				typed: ({ ids }) => ({ ids: String(ids.signupId), newStatus: 'perhaps' }),
				body: ({ ids }) => ({ signupIds: [ids.signupId], status: 'perhaps' }),
				refused: 422,
			},
		],
	},
	{
		call: 'POST /api/admin/delete-signups',
		page: '/admin/signups/delete',
		opens: ({ ids }) => ({ intent: 'keep', ...select(ids.signupId) }),
		form: {},
		key: 'key',
		cases: [
			{ what: 'one of them', prepare: foreign, body: ({ ids }) => ({ signupIds: [ids.signupId] }) },
			{
				what: 'one that is gone',
				prepare: foreign,
				meanwhile: takeBackMeanwhile,
				body: ({ ids }) => ({ signupIds: [ids.signupId] }),
			},
		],
	},
	{
		call: 'POST /api/admin/delete-events',
		page: '/admin/events/delete',
		opens: ({ night }) => ({ intent: 'keep', ...select(night.id) }),
		form: {},
		key: 'key',
		cases: [{ what: 'one of them', prepare: foreign, body: ({ night }) => ({ eventIds: [night.id] }) }],
	},
	{
		call: 'PUT /api/admin/settings/{key}',
		page: '/admin',
		form: { holds: () => ({ intent: 'settings.save' }) },
		otherIntent: 'the card saves the banner and the picture together',
		changesBanner: true,
		cases: [
			{
				what: 'a banner',
				prepare: () => ({ key: 'events_banner' }),
				typed: () => ({ events_banner: ' Soup on Saturday. ' }),
				body: () => ({ value: ' Soup on Saturday. ' }),
			},
			{
				what: 'a banner that is too long',
				prepare: () => ({ key: 'events_banner' }),
				typed: () => ({ events_banner: LONG(1000) }),
				body: () => ({ value: LONG(1000) }),
				refused: 422,
			},
		],
	},
	{
		call: 'POST /api/admin/template-events',
		page: '/admin/template-events',
		form: {},
		key: 'key',
		cases: [
			{
				what: 'a week of one evening',
				presses: () => [{ press: 'ask', ...week() }],
				typed: () => ({ press: 'create' }),
				body: () => weekBody([3]),
			},
			{
				what: 'a week without an evening',
				typed: () => ({ press: 'create', ...week({ 'enabled-3': null }) }),
				body: () => weekBody([]),
				refused: 422,
			},
			{
				what: 'a week that begins at no date',
				typed: () => ({ press: 'create', ...week({ startDate: '' }) }),
				body: () => ({ ...weekBody([3]), startDate: '' }),
				refused: 422,
			},
		],
	},
	{
		call: 'POST /api/admin/test-environment/create-users',
		page: '/admin/test-environment',
		changesTestData: true,
		form: {},
		key: 'key',
		cases: [{ what: 'thirty', prepare: testUsers(0), body: nothing }],
	},
	{
		call: 'POST /api/admin/test-environment/create-event',
		page: '/admin/test-environment',
		changesTestData: true,
		form: {},
		key: 'key',
		cases: [
			{
				what: 'an event',
				prepare: testUsers(0),
				typed: () => ({ title: 'Trial', description: '', daysFromNow: '9' }),
				body: () => ({ title: 'Trial', description: '', daysFromNow: 9 }),
			},
			{
				what: 'a title that is too long',
				prepare: testUsers(0),
				typed: () => ({ title: LONG(200), daysFromNow: '9' }),
				body: () => ({ title: LONG(200), daysFromNow: 9 }),
				refused: 422,
			},
		],
	},
	{
		call: 'POST /api/admin/test-environment/signup-users',
		page: '/admin/test-environment',
		changesTestData: true,
		form: {},
		key: 'key',
		cases: [
			{
				what: 'an answer each',
				prepare: testUsers(3),
				typed: ({ night: { id } }) => ({ eventId: id, ...counts(1) }),
				body: ({ night: { id } }) => ({ eventId: id, signupConfig: countsBody(1) }),
			},
			{
				what: 'more than there are',
				prepare: testUsers(3),
				typed: ({ night: { id } }) => ({ eventId: id, ...counts(9) }),
				body: ({ night: { id } }) => ({ eventId: id, signupConfig: countsBody(9) }),
				refused: 409,
			},
			{
				what: 'an event that is none',
				prepare: testUsers(3),
				typed: () => ({ eventId: '999999999', ...counts(1) }),
				body: () => ({ eventId: '999999999', signupConfig: countsBody(1) }),
				refused: 422,
			},
		],
	},
	{
		call: 'DELETE /api/admin/test-environment/clear-data',
		page: '/admin/test-environment/clear',
		changesTestData: true,
		form: {},
		key: 'key',
		cases: [{ what: 'test users', prepare: testUsers(3), body: nothing }],
	},
];

/** Enough to split, and the other one among them. */
async function crowded(stage: Stage): Promise<Record<string, string>> {
	await crowd(stage);
	return foreign(stage);
}

/** A board with the other one in its group, and whoever else is named. */
function board({ other }: Stage, ...more: string[]): { groups: object[] } {
	const group = {
		id: 'one',
		name: 'Group 1',
		players: [other.id, ...more],
		storytellerId: null,
		maxPlayers: 12,
	};
	return { groups: [group] };
}

function theOther({ other }: Stage): Record<string, string> {
	return { userId: other.id, otherName: other.username };
}

/** One row as the boxes of a list select it. */
function select(id = ''): Record<string, string> {
	return { shown: id, ids: id };
}

/** An event on Discord with somebody who is interested. */
function planned(stage: Stage): Record<string, string> {
	const { discordEventId, watch } = planOnDiscord(stage);
	const fan = String(watch.discordIds?.[0]);
	return { discordEventId, fan, fanName: stage.discord.person(fan).username };
}

const add = (list: 'players' | 'storytellers', id: string): Typed => ({ do: `add:${list}:${id}` });

/** Commands that no page has a form for, and why. */
const BY_LOT =
	'what it draws differs from time to time; the test environment’s own tests look at it by both ways';
export const WITHOUT_FORM: Readonly<Record<string, string>> = {
	'POST /api/admin/test-environment/add-preferences': BY_LOT,
	'POST /api/admin/test-environment/regenerate-preferences': BY_LOT,
};
