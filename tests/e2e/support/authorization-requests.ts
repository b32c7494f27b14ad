import { toPicturePath } from '~/app/routes/previews/picture.ts';
import { toSceneryUrl } from '~/app/ui/town/scenery-url.ts';
import { addPollRow, addVotes } from './poll-rows.ts';
import { getSharedPool, lockSharedState } from './rows.ts';
import {
	addToSeries,
	createBoardWithOther,
	createCalendarLink,
	createCommentOf,
	createConfirmedSignups,
	createDepartureHold,
	createDiscordEventWithInterest,
	createEarlierSignup,
	createFailedAnnouncement,
	createFailedGroupPost,
	createFailedMirror,
	createGroupOf,
	createImportRun,
	createLostAnnouncement,
	createMovedMirror,
	createOtherSession,
	createPicture,
	createPlaceOf,
	createRollCallOf,
	createScriptFile,
	createScriptOf,
	createScriptQuestion,
	createSignupOf,
	createToken,
	createUnlinkedSignup,
	deleteEventToUndo,
	IN_A_MONTH,
	IN_A_WEEK,
	lockBanner,
	makeRegular,
	makeUnique,
	replaceTestUsers,
	type Scenario,
	setEventStatus,
	setNickname,
	waitForImports,
} from './scenario.ts';
import type { RowSelection } from './stored-rows.ts';

/** Reads how many players of a group that a user leads get a message. */
async function readGroupToMessage(scenario: Scenario, who: 'actor' | 'other'): Promise<RequestCase> {
	await createRollCallOf(scenario, who);
	return { query: '?to=group%3Agroup-1' };
}

/** Creates a group that a user leads, and returns a message to it. */
async function writeToGroup(scenario: Scenario, who: 'actor' | 'other') {
	await createRollCallOf(scenario, who);
	return { text: 'Please bring a chair.', way: 'direct' };
}
const GROUP_FORM = { intent: 'messages.send', to: 'group:group-1' };
const GROUP_BODY = { to: { group: 'group-1' } };

/** A request that succeeds for every actor who may make it. */
export type RequestCase = {
	/** The ids in the address; `eventId` is the scenario's event unless it is given here. */
	ids?: Record<string, string>;
	/** The query string with its question mark. */
	query?: string;
	json?: object;
	form?: Record<string, string>;
	/** Rows that the request is about, in addition to the scenario's users and event. */
	selection?: RowSelection;
	/** Restores what all tests share. */
	restore?: () => Promise<void>;
	/** Waits for work that continues after the response. */
	waitUntilDone?: () => Promise<void>;
};

const makeEventForm = () => ({
	title: makeUnique('A night'),
	date: IN_A_MONTH,
	time: '20:30',
	timezone: 'America/New_York',
	duration: '3',
});
const makeEventBody = () => ({
	title: makeUnique('A night'),
	date: `${IN_A_MONTH}T20:30:00-05:00`,
	duration: 180,
	timezone: 'America/New_York',
});

const makePollForm = () => ({
	title: makeUnique('A poll'),
	timezone: 'America/New_York',
	'times[0].date': IN_A_MONTH,
	'times[0].time': '20:30',
	'times[0].duration': '3',
	'answer_by.date': IN_A_WEEK,
	'answer_by.time': '12:00',
});

const makePollBody = () => ({
	title: makeUnique('A poll'),
	times: [{ date: `${IN_A_MONTH}T20:30:00-05:00`, duration: 180 }],
	answer_by: `${IN_A_WEEK}T12:00:00-05:00`,
});

/** Creates an open poll of the scenario's other user, who has answered it. */
async function createPollOf({ other }: Scenario): Promise<{ ids: { pollId: string }; timeId: string }> {
	const poll = await addPollRow({ creatorId: other.id });
	await addVotes(poll, other.id, 'yes', 'no');
	return { ids: { pollId: poll.id }, timeId: String(poll.timeIds[0]) };
}

/** Returns the form fields that select one row of a list by its checkbox. */
const selectRow = (id: string) => ({ shown: id, ids: id });

const SIGNUP_COUNTS = {
	'signupConfig.confirmed': '1',
	'signupConfig.tentative': '1',
	'signupConfig.late': '1',
	'signupConfig.declined': '0',
};

/**
 * Returns a request of the test environment: a form with the intent of `action`, or an API body. First creates
 * `count` test users and deletes all other test data.
 */
async function prepareTestEnvironment(
	count: number,
	action: string | null = null,
	fields: object = {},
): Promise<RequestCase> {
	await replaceTestUsers(count);
	const selection = { testData: true };
	if (!action) return { json: fields, selection };
	return { form: { intent: `testEnvironment.${action}`, ...fields }, selection };
}

type BuildRequest = (scenario: Scenario) => RequestCase | Promise<RequestCase>;

/** The requests of the table's lines, by the words of each line. A plain GET has no entry. */
export const REQUESTS: Record<string, BuildRequest> = {
	'POST /logout auth.logout': () => ({ form: {} }),
	'POST /theme profile.setTheme': () => ({ form: { theme: 'light', redirectTo: '/faq' } }),

	'POST /events signups.put': ({ event }) => ({
		form: { intent: 'signups.put', eventId: event.id, status: 'confirmed' },
	}),
	'GET /images/{hash}': async (scenario) => ({ ids: await createPicture(scenario) }),
	'POST /images/{hash}': async (scenario) => ({ ids: await createPicture(scenario) }),
	'POST /create-event events.create': () => ({ form: { intent: 'events.create', ...makeEventForm() } }),
	'POST /api/events': () => ({ json: { ...makeEventBody(), createDiscordEvent: false } }),
	'POST /events/{eventId}/edit events.update': () => ({
		form: { intent: 'events.update', version: '1', ...makeEventForm() },
	}),
	'PUT /api/events/{eventId}': () => ({ json: makeEventBody() }),
	'POST /events/{eventId} events.update': ({ actor }) => ({
		form: { intent: 'events.update', storytellerId: actor.id },
	}),
	'POST /events/{eventId}/edit events.cancel': () => ({ form: { intent: 'events.cancel', version: '1' } }),
	'POST /events/{eventId}/cancel events.cancel': () => ({ form: { intent: 'events.cancel', version: '1' } }),
	'POST /events/{eventId}/cancel events.reinstate': async (scenario) => {
		await setEventStatus(scenario, 'cancelled');
		return { form: { intent: 'events.reinstate', version: '1' } };
	},
	'POST /events/{eventId}/edit events.reinstate': async (scenario) => {
		await setEventStatus(scenario, 'cancelled');
		return { form: { intent: 'events.reinstate', version: '1' } };
	},
	'POST /api/events/{eventId}/reinstate': async (scenario) => {
		await setEventStatus(scenario, 'cancelled');
		return {};
	},
	'POST /events/{eventId}/delete events.delete': () => ({ form: { intent: 'events.delete' } }),
	'POST /events/{eventId} events.chooseTime': async (scenario) => {
		const moved = await createMovedMirror(scenario);
		return { form: { intent: 'events.chooseTime', time: 'ours', ...moved } };
	},
	'POST /events/{eventId} events.retryMirror': async (scenario) => {
		await createFailedMirror(scenario);
		return { form: { intent: 'events.retryMirror' } };
	},
	'POST /api/events/{eventId}/mirror': async (scenario) => {
		await createFailedMirror(scenario);
		return {};
	},

	'POST /events/{eventId} events.postAnnouncement': async (scenario) => {
		await createFailedAnnouncement(scenario);
		return { form: { intent: 'events.postAnnouncement' } };
	},
	'POST /api/events/{eventId}/announcement': async (scenario) => {
		await createFailedAnnouncement(scenario);
		return {};
	},

	'POST /events/{eventId}/series events.startSeries': () => ({
		form: { intent: 'events.startSeries', repeat_every: '1 weeks' },
	}),
	'POST /events/{eventId}/series events.endSeries': async (scenario) => {
		await addToSeries(scenario);
		return { form: { intent: 'events.endSeries', deleteEmpty: 'on' } };
	},
	'POST /events/{eventId}/series events.updateSeries': async (scenario) => {
		await addToSeries(scenario);
		return { form: { intent: 'events.updateSeries', repeat_every: '2 weeks' } };
	},
	'GET /api/events/{eventId}/series': async (scenario) => {
		await addToSeries(scenario);
		return {};
	},
	'PUT /api/events/{eventId}/series': async (scenario) => {
		await addToSeries(scenario);
		return { json: { interval_weeks: 2 } };
	},
	'POST /api/events/{eventId}/series': () => ({ json: { interval_weeks: 1 } }),
	'DELETE /api/events/{eventId}/series': async (scenario) => {
		await addToSeries(scenario);
		return { json: { deleteEmpty: true } };
	},

	'POST /undo/{entryId} audit.undo': async (scenario) => ({
		ids: await deleteEventToUndo(scenario),
		form: { intent: 'audit.undo', back: '/events' },
	}),
	'POST /api/audit/{entryId}/undo': async (scenario) => ({ ids: await deleteEventToUndo(scenario) }),
	'GET /changes': async (scenario) => {
		await deleteEventToUndo(scenario);
		return {};
	},
	'GET /undo/{entryId}': () => ({ ids: { entryId: '1' } }),
	// The newest entry may be of another test and be refused, so the page shows only the one of this test.
	'GET /admin/audit': async (scenario) => {
		await deleteEventToUndo(scenario);
		return { query: `?subjectType=event&subjectId=${scenario.event.id}` };
	},

	'POST /events/{eventId}/nudge events.nudge': async (scenario) => {
		const restore = await createUserToAsk(scenario);
		return { form: { intent: 'events.nudge' }, restore };
	},
	'POST /api/events/{eventId}/nudge': async (scenario) => ({ restore: await createUserToAsk(scenario) }),
	'GET /events/{eventId}/message own': (scenario) => readGroupToMessage(scenario, 'actor'),
	'GET /events/{eventId}/message foreign': (scenario) => readGroupToMessage(scenario, 'other'),
	'POST /events/{eventId}/message messages.send own': async (scenario) => ({
		form: { ...GROUP_FORM, ...(await writeToGroup(scenario, 'actor')) },
	}),
	'POST /events/{eventId}/message messages.send foreign': async (scenario) => ({
		form: { ...GROUP_FORM, ...(await writeToGroup(scenario, 'other')) },
	}),
	'GET /api/events/{eventId}/messages own': (scenario) => readGroupToMessage(scenario, 'actor'),
	'GET /api/events/{eventId}/messages foreign': (scenario) => readGroupToMessage(scenario, 'other'),
	'POST /api/events/{eventId}/messages own': async (scenario) => ({
		json: { ...GROUP_BODY, ...(await writeToGroup(scenario, 'actor')) },
	}),
	'POST /api/events/{eventId}/messages foreign': async (scenario) => ({
		json: { ...GROUP_BODY, ...(await writeToGroup(scenario, 'other')) },
	}),

	'POST /events/{eventId} signups.put': () => ({ form: { intent: 'signups.put', status: 'late' } }),
	'POST /events/{eventId}/signup signups.put': () => ({
		form: { intent: 'signups.put', status: 'late', notes: 'The train.' },
	}),
	'POST /api/events/{eventId}/signup': () => ({ json: { status: 'late', notes: 'The train.' } }),
	'POST /events/{eventId} signups.remove': async (scenario) => {
		await createSignupOf(scenario, 'actor');
		return { form: { intent: 'signups.remove' } };
	},
	'DELETE /api/events/{eventId}/signup': async (scenario) => {
		await createSignupOf(scenario, 'actor');
		return {};
	},
	'GET /events/{eventId}/signups/{signupId} own': async (scenario) => ({
		ids: await createSignupOf(scenario, 'actor'),
	}),
	'GET /events/{eventId}/signups/{signupId} foreign': async (scenario) => ({
		ids: await createSignupOf(scenario, 'other'),
	}),
	'POST /events/{eventId}/signups/{signupId} signups.update own': async (scenario) => ({
		ids: await createSignupOf(scenario, 'actor'),
		form: { intent: 'signups.update', status: 'late', notes: '' },
	}),
	'POST /events/{eventId}/signups/{signupId} signups.update foreign': async (scenario) => ({
		ids: await createSignupOf(scenario, 'other'),
		form: { intent: 'signups.update', status: 'late', notes: '' },
	}),
	'PUT /api/events/{eventId}/signups/{signupId} own': async (scenario) => ({
		ids: await createSignupOf(scenario, 'actor'),
		json: { status: 'late' },
	}),
	'PUT /api/events/{eventId}/signups/{signupId} foreign': async (scenario) => ({
		ids: await createSignupOf(scenario, 'other'),
		json: { status: 'late' },
	}),

	'GET /events/{eventId}/add-player': ({ other }) => ({
		query: `?${new URLSearchParams({ who: other.username })}`,
	}),
	'POST /events/{eventId}/add-player signups.add': ({ other }) => ({
		form: { intent: 'signups.add', user_id: other.id, status: 'late', notes: '' },
	}),
	'POST /api/events/{eventId}/signups': ({ other }) => ({ json: { user_id: other.id, status: 'late' } }),

	'POST /events/{eventId} signups.setRegular': async (scenario) => {
		await addToSeries(scenario);
		return { form: { intent: 'signups.setRegular', status: 'late' } };
	},
	'POST /events/{eventId} signups.endRegular': async (scenario) => {
		await makeRegular(scenario);
		return { form: { intent: 'signups.endRegular' } };
	},
	'PUT /api/events/{eventId}/regular': async (scenario) => {
		await addToSeries(scenario);
		return { json: { status: 'late' } };
	},
	'DELETE /api/events/{eventId}/regular': async (scenario) => {
		await makeRegular(scenario);
		return {};
	},
	'POST /events/{eventId} places.answer': async (scenario) => {
		await createPlaceOf(scenario, 'actor');
		return { form: { intent: 'places.answer', accept: 'false' } };
	},
	'POST /api/events/{eventId}/place': async (scenario) => {
		await createPlaceOf(scenario, 'actor');
		return { json: { accept: false } };
	},
	'POST /events/{eventId} places.callStandbys': () => ({ form: { intent: 'places.callStandbys' } }),
	'POST /api/events/{eventId}/standbys': () => ({}),
	'POST /events/{eventId}/signups/{signupId} places.move': async (scenario) => ({
		ids: await createPlaceOf(scenario, 'other'),
		form: { intent: 'places.move', place: 'waiting', reason: 'Was there last week' },
	}),
	'PUT /api/events/{eventId}/signups/{signupId}/place': async (scenario) => ({
		ids: await createPlaceOf(scenario, 'other'),
		json: { place: 'waiting', reason: 'Was there last week' },
	}),

	'POST /events/{eventId} comments.create': () => ({ form: { intent: 'comments.create', body: 'Soup?' } }),
	'POST /api/events/{eventId}/comments': () => ({ json: { body: 'Soup?' } }),
	'POST /events/{eventId} comments.delete own': async (scenario) => ({
		form: { intent: 'comments.delete', ...(await createCommentOf(scenario, 'actor')) },
	}),
	'POST /events/{eventId} comments.delete foreign': async (scenario) => ({
		form: { intent: 'comments.delete', ...(await createCommentOf(scenario, 'other')) },
	}),
	'DELETE /api/events/{eventId}/comments/{commentId} own': async (scenario) => ({
		ids: await createCommentOf(scenario, 'actor'),
	}),
	'DELETE /api/events/{eventId}/comments/{commentId} foreign': async (scenario) => ({
		ids: await createCommentOf(scenario, 'other'),
	}),

	'POST /events/{eventId} groups.edit': () => ({
		form: { intent: 'groups.edit', version: '1', step: 'type=addGroup&id=group-1' },
	}),
	'POST /events/{eventId} groups.save': async (scenario) => ({
		form: {
			intent: 'groups.save',
			version: '1',
			board: JSON.stringify(await createBoardWithOther(scenario)),
		},
	}),
	'POST /api/events/{eventId}/groups': async (scenario) => ({ json: await createBoardWithOther(scenario) }),
	'POST /events/{eventId} groups.autoSplit': async (scenario) => ({
		form: { intent: 'groups.autoSplit', version: '1' },
		selection: { userIds: await createConfirmedSignups(scenario) },
	}),
	'POST /api/events/{eventId}/groups/auto-split': async (scenario) => ({
		selection: { userIds: await createConfirmedSignups(scenario) },
	}),
	'POST /events/{eventId} groups.post': async (scenario) => {
		await createFailedGroupPost(scenario);
		return { form: { intent: 'groups.post' } };
	},
	'POST /api/events/{eventId}/groups/post': async (scenario) => {
		await createFailedGroupPost(scenario);
		return {};
	},
	'POST /polls/new polls.create': () => ({ form: { intent: 'polls.create', ...makePollForm() } }),
	'GET /polls/{pollId}': createPollOf,
	'POST /polls/{pollId} polls.vote': async (scenario) => {
		const { ids, timeId } = await createPollOf(scenario);
		return { ids, form: { intent: 'polls.vote', [`vote-${timeId}`]: 'yes' } };
	},
	'POST /polls/{pollId} polls.choose': async (scenario) => {
		const { ids, timeId } = await createPollOf(scenario);
		return { ids, form: { intent: 'polls.choose', time_id: timeId } };
	},
	'POST /polls/{pollId} polls.withdraw': async (scenario) => ({
		...(await createPollOf(scenario)),
		form: { intent: 'polls.withdraw' },
	}),
	'GET /polls/{pollId}/edit': createPollOf,
	'POST /polls/{pollId}/edit polls.update': async (scenario) => ({
		...(await createPollOf(scenario)),
		form: { intent: 'polls.update', version: '1', ...makePollForm() },
	}),
	'GET /api/polls/{pollId}': createPollOf,
	'POST /api/polls': () => ({ json: makePollBody() }),
	'PUT /api/polls/{pollId}': async (scenario) => {
		const { ids } = await createPollOf(scenario);
		return { ids, json: { title: 'Winter Fair' } };
	},
	'DELETE /api/polls/{pollId}': createPollOf,
	'PUT /api/polls/{pollId}/votes': async (scenario) => {
		const { ids, timeId } = await createPollOf(scenario);
		return { ids, json: { votes: [{ time_id: timeId, answer: 'yes' }] } };
	},
	'POST /api/polls/{pollId}/choose': async (scenario) => {
		const { ids, timeId } = await createPollOf(scenario);
		return { ids, json: { time_id: timeId } };
	},
	'POST /events/{eventId}/scripts scripts.vote': async (scenario) => {
		await createScriptQuestion(scenario.event);
		await createSignupOf(scenario, 'actor');
		return { form: { intent: 'scripts.vote', 'vote-tb': 'keen' } };
	},
	'POST /events/{eventId}/scripts scripts.ask': () => ({ form: { intent: 'scripts.ask', script: 'tb' } }),
	'POST /scripts scripts.add': () => ({ form: { intent: 'scripts.add', json: createScriptFile() } }),
	'POST /scripts scripts.delete own': async (scenario) => ({
		form: { intent: 'scripts.delete', script: (await createScriptOf(scenario, 'actor')).scriptId },
	}),
	'POST /scripts scripts.delete foreign': async (scenario) => ({
		form: { intent: 'scripts.delete', script: (await createScriptOf(scenario, 'other')).scriptId },
	}),
	'POST /api/scripts': () => ({ json: { json: createScriptFile() } }),
	'DELETE /api/scripts/{scriptId} own': async (scenario) => ({
		ids: await createScriptOf(scenario, 'actor'),
	}),
	'DELETE /api/scripts/{scriptId} foreign': async (scenario) => ({
		ids: await createScriptOf(scenario, 'other'),
	}),
	'POST /events/{eventId} groups.setWinner own': async (scenario) => {
		await createRollCallOf(scenario, 'actor');
		return { form: { intent: 'groups.setWinner', groupId: 'group-1', winner: 'good' } };
	},
	'POST /events/{eventId} groups.setWinner foreign': async (scenario) => {
		await createRollCallOf(scenario, 'other');
		return { form: { intent: 'groups.setWinner', groupId: 'group-1', winner: 'good' } };
	},
	'PUT /api/events/{eventId}/groups/{groupId}/result own': async (scenario) => {
		await createRollCallOf(scenario, 'actor');
		return { ids: { groupId: 'group-1' }, json: { winner: 'good' } };
	},
	'PUT /api/events/{eventId}/groups/{groupId}/result foreign': async (scenario) => {
		await createRollCallOf(scenario, 'other');
		return { ids: { groupId: 'group-1' }, json: { winner: 'good' } };
	},
	'GET /events/{eventId}/attendance own': async (scenario) => ({
		ids: (await createRollCallOf(scenario, 'actor')).ids,
	}),
	'GET /events/{eventId}/attendance foreign': async (scenario) => ({
		ids: (await createRollCallOf(scenario, 'other')).ids,
	}),
	'POST /events/{eventId}/attendance attendance.save own': async (scenario) => ({
		form: { intent: 'attendance.save', ...(await createRollCallOf(scenario, 'actor')).form },
	}),
	'POST /events/{eventId}/attendance attendance.save foreign': async (scenario) => ({
		form: { intent: 'attendance.save', ...(await createRollCallOf(scenario, 'other')).form },
	}),
	'POST /events/{eventId}/rounds groups.nextRound': async (scenario) => {
		await createRollCallOf(scenario, 'other');
		return { form: { intent: 'groups.nextRound' } };
	},
	'PUT /api/events/{eventId}/attendance own': async (scenario) => ({
		json: (await createRollCallOf(scenario, 'actor')).json,
	}),
	'PUT /api/events/{eventId}/attendance foreign': async (scenario) => ({
		json: (await createRollCallOf(scenario, 'other')).json,
	}),
	'GET /events/{eventId}/tables own': (scenario) => createGroupOf(scenario, 'actor'),
	'GET /events/{eventId}/tables foreign': (scenario) => createGroupOf(scenario, 'other'),
	'GET /api/events/{eventId}/groups/{groupId}/table own': (scenario) => createGroupOf(scenario, 'actor'),
	'GET /api/events/{eventId}/groups/{groupId}/table foreign': (scenario) => createGroupOf(scenario, 'other'),
	'GET /events/{eventId}/preferences/{userId}': async (scenario) => {
		await createSignupOf(scenario, 'other');
		return { ids: { userId: scenario.other.id } };
	},

	'POST /profile signups.endRegular': async (scenario) => {
		await makeRegular(scenario);
		return { form: { intent: 'signups.endRegular', eventId: scenario.event.id } };
	},
	'POST /profile profile.setSwitches': () => ({ form: { intent: 'profile.setSwitches' } }),
	'POST /profile profile.update': () => ({ form: { intent: 'profile.update', reminder_minutes: '60' } }),
	'POST /profile profile.update experience': () => ({
		form: { intent: 'profile.update', card: 'experience', experience: 'new' },
	}),
	'POST /profile profile.update calendar': () => ({
		form: { intent: 'profile.update', card: 'calendar', calendar_all_events: 'on' },
	}),
	'POST /profile calendar.renewLink': () => ({ form: { intent: 'calendar.renewLink' } }),
	'POST /profile calendar.revokeLink': async (scenario) => {
		await createCalendarLink(scenario);
		return { form: { intent: 'calendar.revokeLink' } };
	},
	'DELETE /api/users/calendar': async (scenario) => {
		await createCalendarLink(scenario);
		return {};
	},
	'GET /calendar/{token}.ics': () => ({ ids: { token: 'unknown' } }),
	'POST /calendar/{token}.ics': () => ({ ids: { token: 'unknown' } }),
	'PUT /api/users/profile': () => ({ json: { notifications: false, theme: 'light' } }),
	'POST /profile/edit auth.updateUsername': () => ({
		form: { intent: 'auth.updateUsername', preferredUsername: 'Sorrel' },
	}),
	'PUT /api/auth/update-username': () => ({ json: { preferredUsername: 'Sorrel' } }),
	'POST /profile/preferences preferences.save': () => ({
		form: { intent: 'preferences.save', do: 'save', notes: 'No ravens.' },
	}),
	'PUT /api/users/preferences': () => ({ json: { notes: 'No ravens.' } }),
	'POST /profile linking.link own': async (scenario) => {
		await createUnlinkedSignup(scenario);
		return { form: { intent: 'linking.link', discordUserId: scenario.actor.discordId } };
	},
	'POST /profile linking.link foreign': ({ other }) => ({
		form: { intent: 'linking.link', discordUserId: other.discordId },
	}),
	'POST /api/users/link-discord-account own': async (scenario) => {
		await createUnlinkedSignup(scenario);
		return { json: { discordUserId: scenario.actor.discordId } };
	},
	'POST /api/users/link-discord-account foreign': ({ other }) => ({
		json: { discordUserId: other.discordId },
	}),
	'POST /profile tokens.create': () => ({ form: { intent: 'tokens.create', name: 'Script' } }),
	'POST /profile tokens.revoke': async (scenario) => ({
		form: { intent: 'tokens.revoke', tokenId: await createToken(scenario) },
	}),
	'POST /profile sessions.end': async (scenario) => ({
		form: { intent: 'sessions.end', sessionId: await createOtherSession(scenario) },
	}),
	'POST /profile sessions.endOthers': async (scenario) => {
		await createOtherSession(scenario);
		return { form: { intent: 'sessions.endOthers' } };
	},
	'POST /profile/delete profile.delete': () => ({
		form: { intent: 'profile.delete', confirmation: 'DELETE' },
	}),

	'POST /admin settings.save': async () => {
		const restore = await lockBanner();
		const form = { intent: 'settings.save', events_banner: makeUnique('Soup') };
		return { form, selection: { settings: ['events_banner'] }, restore };
	},
	'POST /admin announcements.postLost': async (scenario) => {
		const release = await lockSharedState();
		const deleteChannel = await createLostAnnouncement(scenario);
		const restore = () => deleteChannel().then(release);
		return { form: { intent: 'announcements.postLost' }, restore };
	},
	'POST /admin departures.confirm': async ({ other }) => {
		const restore = await lockSharedState();
		await createDepartureHold(other.id);
		return {
			form: { intent: 'departures.confirm' },
			selection: { settings: ['departures_confirmed_at'] },
			restore,
		};
	},
	'POST /admin/users users.setRole': ({ other }) => ({
		form: { intent: 'users.setRole', [`role-${other.id}`]: 'creator' },
	}),
	'POST /admin/users users.updatePreferredUsernames': (scenario) => {
		setNickname(scenario);
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
	'POST /admin/events selectPage': ({ event }) => ({ form: { intent: 'selectPage', shown: event.id } }),
	'POST /admin/events/delete events.deleteMany': ({ event }) => ({
		form: { intent: 'events.deleteMany', ...selectRow(event.id) },
	}),
	'POST /admin/signups signups.setStatusMany': async (scenario) => {
		const { signupId } = await createSignupOf(scenario, 'other');
		return { form: { intent: 'signups.setStatusMany', newStatus: 'late', ...selectRow(signupId) } };
	},
	'POST /admin/signups/delete signups.deleteMany': async (scenario) => {
		const { signupId } = await createSignupOf(scenario, 'other');
		return { form: { intent: 'signups.deleteMany', ...selectRow(signupId) } };
	},
	'GET /admin/signups/{signupId}': async (scenario) => ({ ids: await createSignupOf(scenario, 'other') }),
	'POST /admin/signups/{signupId} signups.amend': async (scenario) => ({
		ids: await createSignupOf(scenario, 'other'),
		form: { intent: 'signups.amend', status: 'late', notes: '' },
	}),
	'POST /admin/template-events events.createTemplateWeek': () => ({
		form: {
			intent: 'events.createTemplateWeek',
			press: 'create',
			startDate: IN_A_MONTH,
			...Object.fromEntries(Array.from({ length: 7 }, (_, day) => [`events[${day}].time`, '20:30'])),
			'events[2].enabled': 'on',
			'events[2].name': makeUnique('Week'),
		},
	}),
	'POST /api/admin/template-events': () => ({
		json: {
			startDate: IN_A_MONTH,
			createDiscordEvents: false,
			events: [{ day: 3, enabled: true, name: makeUnique('Week') }],
		},
	}),

	'POST /admin/test-environment testEnvironment.createUsers': () => prepareTestEnvironment(0, 'createUsers'),
	'POST /api/admin/test-environment/create-users': () => prepareTestEnvironment(0),
	'POST /admin/test-environment testEnvironment.createEvent': () =>
		prepareTestEnvironment(0, 'createEvent', { title: 'Trial', daysFromNow: '7' }),
	'POST /api/admin/test-environment/create-event': () =>
		prepareTestEnvironment(0, null, { title: 'Trial', description: '', daysFromNow: 7 }),
	'POST /admin/test-environment testEnvironment.signUpUsers': ({ event }) =>
		prepareTestEnvironment(3, 'signUpUsers', { eventId: event.id, ...SIGNUP_COUNTS }),
	'POST /api/admin/test-environment/signup-users': ({ event }) =>
		prepareTestEnvironment(3, null, {
			eventId: event.id,
			signupConfig: { confirmed: 1, tentative: 1, late: 1, declined: 0 },
		}),
	'POST /admin/test-environment testEnvironment.addPreferences': () =>
		prepareTestEnvironment(3, 'addPreferences'),
	'POST /api/admin/test-environment/add-preferences': () => prepareTestEnvironment(3),
	'POST /admin/test-environment/regenerate testEnvironment.regeneratePreferences': () =>
		prepareTestEnvironment(3, 'regeneratePreferences'),
	'POST /api/admin/test-environment/regenerate-preferences': () => prepareTestEnvironment(3),
	'POST /admin/test-environment/clear testEnvironment.clearData': () =>
		prepareTestEnvironment(3, 'clearData'),
	'DELETE /api/admin/test-environment/clear-data': () => prepareTestEnvironment(3),

	'PUT /api/admin/settings/{key}': async () => {
		const restore = await lockBanner();
		return {
			ids: { key: 'events_banner' },
			json: { value: makeUnique('Soup') },
			selection: { settings: ['events_banner'] },
			restore,
		};
	},
	'PUT /api/admin/users/{userId}/role': ({ other }) => ({
		ids: { userId: other.id },
		json: { role: 'storyteller' },
	}),
	'PUT /api/admin/users/roles': ({ other }) => ({
		json: { roles: [{ userId: other.id, role: 'storyteller' }] },
	}),
	'DELETE /api/admin/users/{userId} own': ({ actor }) => ({ ids: { userId: actor.id } }),
	'DELETE /api/admin/users/{userId} foreign': ({ other }) => ({ ids: { userId: other.id } }),
	'POST /api/admin/delete-events': ({ event }) => ({ json: { eventIds: [event.id] } }),
	'PUT /api/admin/signups/{signupId}': async (scenario) => ({
		ids: await createSignupOf(scenario, 'other'),
		json: { status: 'late' },
	}),
	'POST /api/admin/update-signups': async (scenario) => {
		const { signupId } = await createSignupOf(scenario, 'other');
		return { json: { signupIds: [signupId], status: 'late' } };
	},
	'POST /api/admin/delete-signups': async (scenario) => {
		const { signupId } = await createSignupOf(scenario, 'other');
		return { json: { signupIds: [signupId] } };
	},
	'POST /admin/announcements settings.saveAnnouncements': async () => {
		const restore = await lockSharedState();
		await getSharedPool().query("DELETE FROM settings WHERE key = 'announcement_threads'");
		return {
			form: {
				intent: 'settings.saveAnnouncements',
				announcement_channel_id: '',
				announcement_role_id: '',
				reminder_minutes: '1440,60',
			},
			selection: { settings: ['announcement_threads'] },
			restore,
		};
	},
	'POST /admin/discord-mirrors discord.retryMirror': async (scenario) => {
		await createFailedMirror(scenario);
		return { form: { intent: 'discord.retryMirror', eventId: scenario.event.id } };
	},
	'POST /api/admin/discord-mirrors/{eventId}/retry': async (scenario) => {
		await createFailedMirror(scenario);
		return {};
	},
	'GET /admin/discord-import/{discordEventId}': (scenario) => {
		const { discordEventId } = createDiscordEventWithInterest(scenario);
		return { ids: { discordEventId } };
	},
	'POST /admin/discord-import/{discordEventId} discord.import': (scenario) => {
		const { discordEventId, selection } = createDiscordEventWithInterest(scenario);
		const waitUntilDone = () => waitForImports(scenario.actor);
		return { ids: { discordEventId }, form: { intent: 'discord.import' }, selection, waitUntilDone };
	},
	'POST /api/admin/import-discord-event': (scenario) => {
		const { discordEventId, selection } = createDiscordEventWithInterest(scenario);
		return { json: { discordEventId }, selection };
	},
	'GET /admin/discord-import/runs/{runId}': async (scenario) => ({
		ids: { runId: await createImportRun(scenario) },
	}),
	'POST /api/admin/users/update-preferred-usernames': (scenario) => {
		setNickname(scenario);
		return {};
	},

	'POST /*': () => ({ form: {} }),
	'GET /scenery/{file}': () => {
		const address = toSceneryUrl({ name: 'stars', variant: 0, theme: 'dark' });
		return { ids: { file: address.replace('/scenery/', '') } };
	},
	'GET /previews/{file}': () => ({ ids: { file: toPicturePath(3).replace('/previews/', '') } }),
};

/**
 * Creates a user who can be asked to sign up, and keeps other tests from asking them first: a user is asked once a day.
 * Returns the function that releases the lock.
 */
async function createUserToAsk(scenario: Scenario): Promise<() => Promise<void>> {
	const release = await lockSharedState();
	await createEarlierSignup(scenario);
	return release;
}
