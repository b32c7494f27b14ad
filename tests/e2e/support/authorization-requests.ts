import { sceneryAddress } from '~/app/ui/town/scenery-address.ts';
import type { Watched } from './kept-rows.ts';
import {
	answerOf,
	awaitImports,
	borrowBanner,
	commentOf,
	crowd,
	IN_A_MONTH,
	makeFailedMirror,
	makeOtherSession,
	makeRun,
	makeTestUsers,
	makeToken,
	makeUnlinkedAnswer,
	nickname,
	oneGroup,
	pictureOf,
	planOnDiscord,
	type Stage,
	setStatus,
	unique,
} from './stage.ts';

/** A request that succeeds for every actor who may make it. */
export type Sent = {
	/** The ids in the address; `eventId` is the stage's event unless it is given here. */
	ids?: Record<string, string>;
	/** The query string with its question mark. */
	query?: string;
	json?: object;
	form?: Record<string, string>;
	/** Rows that the request is about, in addition to the stage's users and event. */
	watch?: Watched;
	/** Restores what all tests share. */
	restore?: () => Promise<void>;
	/** Waits for work that continues after the response. */
	settled?: () => Promise<void>;
};

const eventForm = () => ({
	title: unique('A night'),
	date: IN_A_MONTH,
	time: '20:30',
	timezone: 'America/New_York',
	duration: '3',
});
const eventBody = () => ({
	title: unique('A night'),
	date: `${IN_A_MONTH}T20:30:00-05:00`,
	duration: 180,
	timezone: 'America/New_York',
});

/** Returns the form fields that select one row of a list by its checkbox. */
const selected = (id: string) => ({ shown: id, ids: id });

const ONE_EACH = { confirmed: '1', tentative: '1', late: '1', declined: '0' };

/**
 * Returns a request of the test environment: a form with the intent `act`, or an API body. First creates
 * `count` test users and deletes all other test data.
 */
async function forTests(count: number, act: string | null = null, fields: object = {}): Promise<Sent> {
	await makeTestUsers(count);
	const watch = { testData: true };
	if (!act) return { json: fields, watch };
	return { form: { intent: `testEnvironment.${act}`, ...fields }, watch };
}

type Make = (stage: Stage) => Sent | Promise<Sent>;

/** The requests of the table's lines, by the words of each line. A plain GET has no entry. */
export const REQUESTS: Record<string, Make> = {
	'POST /logout auth.logout': () => ({ form: {} }),
	'POST /theme profile.setTheme': () => ({ form: { theme: 'light', redirectTo: '/faq' } }),

	'POST /events signups.put': ({ night }) => ({ form: { eventId: night.id, status: 'confirmed' } }),
	'GET /images/{hash}': async (stage) => ({ ids: await pictureOf(stage) }),
	'POST /images/{hash}': async (stage) => ({ ids: await pictureOf(stage) }),
	'POST /create-event events.create': () => ({ form: { intent: 'events.create', ...eventForm() } }),
	'POST /api/events': () => ({ json: { ...eventBody(), createDiscordEvent: false } }),
	'POST /events/{eventId}/edit events.update': () => ({
		form: { intent: 'events.update', version: '1', ...eventForm() },
	}),
	'PUT /api/events/{eventId}': () => ({ json: eventBody() }),
	'POST /events/{eventId}/edit events.cancel': () => ({ form: { intent: 'events.cancel', version: '1' } }),
	'POST /events/{eventId}/edit events.reinstate': async (stage) => {
		await setStatus(stage, 'cancelled');
		return { form: { intent: 'events.reinstate', version: '1' } };
	},
	'POST /api/events/{eventId}/reinstate': async (stage) => {
		await setStatus(stage, 'cancelled');
		return {};
	},
	'POST /events/{eventId}/delete events.delete': () => ({ form: { intent: 'events.delete' } }),
	'POST /events/{eventId} events.retryMirror': async (stage) => {
		await makeFailedMirror(stage);
		return { form: { intent: 'events.retryMirror' } };
	},
	'POST /api/events/{eventId}/mirror': async (stage) => {
		await makeFailedMirror(stage);
		return {};
	},

	'POST /events/{eventId} signups.put': () => ({ form: { intent: 'signups.put', status: 'late' } }),
	'POST /events/{eventId}/signup signups.put': () => ({
		form: { intent: 'signups.put', status: 'late', notes: 'The train.' },
	}),
	'POST /api/events/{eventId}/signup': () => ({ json: { status: 'late', notes: 'The train.' } }),
	'POST /events/{eventId} signups.remove': async (stage) => {
		await answerOf(stage, 'actor');
		return { form: { intent: 'signups.remove' } };
	},
	'DELETE /api/events/{eventId}/signup': async (stage) => {
		await answerOf(stage, 'actor');
		return {};
	},
	'GET /events/{eventId}/signups/{signupId} own': async (stage) => ({ ids: await answerOf(stage, 'actor') }),
	'GET /events/{eventId}/signups/{signupId} foreign': async (stage) => ({
		ids: await answerOf(stage, 'other'),
	}),
	'POST /events/{eventId}/signups/{signupId} signups.update own': async (stage) => ({
		ids: await answerOf(stage, 'actor'),
		form: { intent: 'signups.update', status: 'late', notes: '' },
	}),
	'POST /events/{eventId}/signups/{signupId} signups.update foreign': async (stage) => ({
		ids: await answerOf(stage, 'other'),
		form: { intent: 'signups.update', status: 'late', notes: '' },
	}),
	'PUT /api/events/{eventId}/signups/{signupId} own': async (stage) => ({
		ids: await answerOf(stage, 'actor'),
		json: { status: 'late' },
	}),
	'PUT /api/events/{eventId}/signups/{signupId} foreign': async (stage) => ({
		ids: await answerOf(stage, 'other'),
		json: { status: 'late' },
	}),

	'POST /events/{eventId} comments.create': () => ({ form: { intent: 'comments.create', body: 'Soup?' } }),
	'POST /api/events/{eventId}/comments': () => ({ json: { body: 'Soup?' } }),
	'POST /events/{eventId} comments.delete own': async (stage) => ({
		form: { intent: 'comments.delete', ...(await commentOf(stage, 'actor')) },
	}),
	'POST /events/{eventId} comments.delete foreign': async (stage) => ({
		form: { intent: 'comments.delete', ...(await commentOf(stage, 'other')) },
	}),
	'DELETE /api/events/{eventId}/comments/{commentId} own': async (stage) => ({
		ids: await commentOf(stage, 'actor'),
	}),
	'DELETE /api/events/{eventId}/comments/{commentId} foreign': async (stage) => ({
		ids: await commentOf(stage, 'other'),
	}),

	'POST /events/{eventId} groups.edit': () => ({
		form: { intent: 'groups.edit', version: '1', step: 'type=addGroup&id=group-1' },
	}),
	'POST /events/{eventId} groups.save': async (stage) => ({
		form: { intent: 'groups.save', version: '1', board: JSON.stringify(await oneGroup(stage)) },
	}),
	'POST /api/events/{eventId}/groups': async (stage) => ({ json: await oneGroup(stage) }),
	'POST /events/{eventId} groups.autoSplit': async (stage) => ({
		form: { intent: 'groups.autoSplit', version: '1' },
		watch: { people: await crowd(stage) },
	}),
	'POST /api/events/{eventId}/groups/auto-split': async (stage) => ({
		watch: { people: await crowd(stage) },
	}),
	'GET /events/{eventId}/preferences/{userId}': async (stage) => {
		await answerOf(stage, 'other');
		return { ids: { userId: stage.other.id } };
	},

	'POST /profile profile.setSwitches': () => ({ form: { intent: 'profile.setSwitches' } }),
	'PUT /api/users/profile': () => ({ json: { notifications: false, theme: 'light' } }),
	'POST /profile/edit auth.updateUsername': () => ({
		form: { intent: 'auth.updateUsername', preferredUsername: 'Sorrel' },
	}),
	'PUT /api/auth/update-username': () => ({ json: { preferredUsername: 'Sorrel' } }),
	'POST /profile/preferences preferences.save': () => ({
		form: { intent: 'preferences.save', do: 'save', notes: 'No ravens.' },
	}),
	'PUT /api/users/preferences': () => ({ json: { notes: 'No ravens.' } }),
	'POST /profile linking.link own': async (stage) => {
		await makeUnlinkedAnswer(stage);
		return { form: { intent: 'linking.link', discordUserId: stage.actor.discordId } };
	},
	'POST /profile linking.link foreign': ({ other }) => ({
		form: { intent: 'linking.link', discordUserId: other.discordId },
	}),
	'POST /api/users/link-discord-account own': async (stage) => {
		await makeUnlinkedAnswer(stage);
		return { json: { discordUserId: stage.actor.discordId } };
	},
	'POST /api/users/link-discord-account foreign': ({ other }) => ({
		json: { discordUserId: other.discordId },
	}),
	'POST /profile tokens.create': () => ({ form: { intent: 'tokens.create', name: 'Script' } }),
	'POST /profile tokens.revoke': async (stage) => ({
		form: { intent: 'tokens.revoke', tokenId: await makeToken(stage) },
	}),
	'POST /profile sessions.end': async (stage) => ({
		form: { intent: 'sessions.end', sessionId: await makeOtherSession(stage) },
	}),
	'POST /profile sessions.endOthers': async (stage) => {
		await makeOtherSession(stage);
		return { form: { intent: 'sessions.endOthers' } };
	},
	'POST /profile/delete profile.delete': () => ({
		form: { intent: 'profile.delete', confirmation: 'DELETE' },
	}),

	'POST /admin settings.save': async () => {
		const restore = await borrowBanner();
		const form = { intent: 'settings.save', events_banner: unique('Soup') };
		return { form, watch: { settings: ['events_banner'] }, restore };
	},
	'POST /admin/users users.setRole': ({ other }) => ({
		form: { intent: 'users.setRole', userId: other.id, role: 'creator' },
	}),
	'POST /admin/users users.updatePreferredUsernames': (stage) => {
		nickname(stage);
		return { form: { intent: 'users.updatePreferredUsernames' } };
	},
	'GET /admin/users/delete': ({ other }) => ({ query: `?id=${other.id}` }),
	'POST /admin/users/delete users.delete own': ({ actor }) => ({
		query: `?id=${actor.id}`,
		form: { intent: 'users.delete' },
	}),
	'POST /admin/users/delete users.delete foreign': ({ other }) => ({
		query: `?id=${other.id}`,
		form: { intent: 'users.delete' },
	}),
	'POST /admin/events selectPage': ({ night }) => ({ form: { intent: 'selectPage', shown: night.id } }),
	'POST /admin/events/delete events.deleteMany': ({ night }) => ({
		form: { intent: 'events.deleteMany', ...selected(night.id) },
	}),
	'POST /admin/signups signups.setStatusMany': async (stage) => {
		const { signupId } = await answerOf(stage, 'other');
		return { form: { intent: 'signups.setStatusMany', newStatus: 'late', ...selected(signupId) } };
	},
	'POST /admin/signups/delete signups.deleteMany': async (stage) => {
		const { signupId } = await answerOf(stage, 'other');
		return { form: { intent: 'signups.deleteMany', ...selected(signupId) } };
	},
	'GET /admin/signups/{signupId}': async (stage) => ({ ids: await answerOf(stage, 'other') }),
	'POST /admin/signups/{signupId} signups.amend': async (stage) => ({
		ids: await answerOf(stage, 'other'),
		form: { intent: 'signups.amend', status: 'late', notes: '' },
	}),
	'POST /admin/template-events events.createTemplateWeek': () => ({
		form: {
			...{ intent: 'events.createTemplateWeek', press: 'create', startDate: IN_A_MONTH },
			...Object.fromEntries(Array.from({ length: 7 }, (_, day) => [`time-${day}`, '20:30'])),
			...{ 'enabled-3': 'on', 'name-3': unique('Week') },
		},
	}),
	'POST /api/admin/template-events': () => ({
		json: {
			...{ startDate: IN_A_MONTH, createDiscordEvents: false },
			events: [{ day: 3, enabled: true, name: unique('Week') }],
		},
	}),

	'POST /admin/test-environment testEnvironment.createUsers': () => forTests(0, 'createUsers'),
	'POST /api/admin/test-environment/create-users': () => forTests(0),
	'POST /admin/test-environment testEnvironment.createEvent': () =>
		forTests(0, 'createEvent', { title: 'Trial', daysFromNow: '7' }),
	'POST /api/admin/test-environment/create-event': () =>
		forTests(0, null, { title: 'Trial', description: '', daysFromNow: 7 }),
	'POST /admin/test-environment testEnvironment.signUpUsers': ({ night }) =>
		forTests(3, 'signUpUsers', { eventId: night.id, ...ONE_EACH }),
	'POST /api/admin/test-environment/signup-users': ({ night }) =>
		forTests(3, null, {
			eventId: night.id,
			signupConfig: { confirmed: 1, tentative: 1, late: 1, declined: 0 },
		}),
	'POST /admin/test-environment testEnvironment.addPreferences': () => forTests(3, 'addPreferences'),
	'POST /api/admin/test-environment/add-preferences': () => forTests(3),
	'POST /admin/test-environment/regenerate testEnvironment.regeneratePreferences': () =>
		forTests(3, 'regeneratePreferences'),
	'POST /api/admin/test-environment/regenerate-preferences': () => forTests(3),
	'POST /admin/test-environment/clear testEnvironment.clearData': () => forTests(3, 'clearData'),
	'DELETE /api/admin/test-environment/clear-data': () => forTests(3),

	'PUT /api/admin/settings/{key}': async () => {
		const restore = await borrowBanner();
		return {
			ids: { key: 'events_banner' },
			json: { value: unique('Soup') },
			watch: { settings: ['events_banner'] },
			restore,
		};
	},
	'PUT /api/admin/users/{userId}/role': ({ other }) => ({
		ids: { userId: other.id },
		json: { role: 'storyteller' },
	}),
	'DELETE /api/admin/users/{userId} own': ({ actor }) => ({ ids: { userId: actor.id } }),
	'DELETE /api/admin/users/{userId} foreign': ({ other }) => ({ ids: { userId: other.id } }),
	'POST /api/admin/delete-events': ({ night }) => ({ json: { eventIds: [night.id] } }),
	'PUT /api/admin/signups/{signupId}': async (stage) => ({
		ids: await answerOf(stage, 'other'),
		json: { status: 'late' },
	}),
	'POST /api/admin/update-signups': async (stage) => {
		const { signupId } = await answerOf(stage, 'other');
		return { json: { signupIds: [signupId], status: 'late' } };
	},
	'POST /api/admin/delete-signups': async (stage) => {
		const { signupId } = await answerOf(stage, 'other');
		return { json: { signupIds: [signupId] } };
	},
	'POST /admin/discord-mirrors discord.retryMirror': async (stage) => {
		await makeFailedMirror(stage);
		return { form: { intent: 'discord.retryMirror', eventId: stage.night.id } };
	},
	'POST /api/admin/discord-mirrors/{eventId}/retry': async (stage) => {
		await makeFailedMirror(stage);
		return {};
	},
	'GET /admin/discord-import/{discordEventId}': (stage) => {
		const { discordEventId } = planOnDiscord(stage);
		return { ids: { discordEventId } };
	},
	'POST /admin/discord-import/{discordEventId} discord.import': (stage) => {
		const { discordEventId, watch } = planOnDiscord(stage);
		const settled = () => awaitImports(stage.actor);
		return { ids: { discordEventId }, form: { intent: 'discord.import' }, watch, settled };
	},
	'POST /api/admin/import-discord-event': (stage) => {
		const { discordEventId, watch } = planOnDiscord(stage);
		return { json: { discordEventId }, watch };
	},
	'GET /admin/discord-import/runs/{runId}': async (stage) => ({ ids: { runId: await makeRun(stage) } }),
	'POST /api/admin/users/update-preferred-usernames': (stage) => {
		nickname(stage);
		return {};
	},

	'POST /*': () => ({ form: {} }),
	'GET /scenery/{file}': () => {
		const address = sceneryAddress({ name: 'stars', variant: 0, theme: 'dark' });
		return { ids: { file: address.replace('/scenery/', '') } };
	},
};
