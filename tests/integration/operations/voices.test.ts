import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chooseLight, getStandingLook, SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { inTransaction } from '~/database/connection.ts';
import { Event, Setting, type User } from '~/database/models/index.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { decodeCustomId } from '~/domain/discord/custom-id.ts';
import { type EventRoleSetting, getEventRole } from '~/domain/discord/event-roles.ts';
import { formatPollReply } from '~/domain/discord/poll-messages.ts';
import {
	formatEventsReply,
	formatNextEventReply,
	formatPlaceReply,
	formatSignupReply,
} from '~/domain/discord/replies.ts';
import { listAvailable } from '~/domain/groups/available.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { DAY_MS, WEEK_MS } from '~/domain/limits.ts';
import { describeTooFew } from '~/domain/places/texts.ts';
import type { Actor } from '~/domain/policy.ts';
import {
	ANSWER_LABELS,
	isUndecided,
	POLL_ANSWERS,
	POLL_STATUS_LABELS,
	POLL_STATUSES,
	type PollAnswer,
	SIGNUP_OF_ANSWER,
} from '~/domain/polls/poll.ts';
import { POLL_TEXTS } from '~/domain/polls/schema.ts';
import type { Refusal } from '~/domain/refusal.ts';
import {
	describePlace,
	describeStanding,
	getSection,
	isComing,
	isSplittable,
	labelStanding,
	type Standing,
} from '~/domain/signups/standing.ts';
import {
	hasFact,
	QUICK_SIGNUP_LABELS,
	SIGNUP_STATUSES,
	type SignupStatus,
	STATUS_FACTS,
	STATUS_LABELS,
} from '~/domain/signups/statuses.ts';
import { exportEvents, exportSignups, readStatistics } from '~/server/operations/admin/index.ts';
import { findEventMessage } from '~/server/operations/announcements/find-event-message.ts';
import { findGroupsMessage } from '~/server/operations/announcements/find-groups-message.ts';
import { findPollMessage } from '~/server/operations/announcements/find-poll-message.ts';
import { readOwnSeat } from '~/server/operations/botc/index.ts';
import { readCalendarEvent } from '~/server/operations/calendar/index.ts';
import { sendNextMessage } from '~/server/operations/direct-messages/index.ts';
import { readEventPage } from '~/server/operations/event-page/index.ts';
import { DUE_ROLES } from '~/server/operations/event-roles/index.ts';
import {
	listUpcomingEvents,
	readEvent,
	readLinkPreview,
	selectEvent,
} from '~/server/operations/events/index.ts';
import { readRollCall, readTables } from '~/server/operations/groups/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { settleEvent } from '~/server/operations/places/index.ts';
import {
	choosePollTime,
	createPoll,
	readPollView,
	saveVotes,
	withdrawPoll,
} from '~/server/operations/polls/index.ts';
import { findEventSignup, readOwnHistory } from '~/server/operations/signups/index.ts';
import { toEventOnList } from '~/server/wire/events.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import {
	renderEventPage,
	renderHistory,
	renderList,
	renderRows,
	renderSeats,
	renderSignupDialog,
	renderTally,
} from '~/tests/support/render-voices.tsx';
import {
	CASES,
	type Case,
	createVoiceEvent,
	createVoiceEvents,
	createVoiceUsers,
	getEvent,
	getExpected,
	getExpectedPlayer,
	getName,
	getSeatMark,
	getUser,
	hasLeft,
	IS_TOLD,
	isSeated,
	listCases,
	listSignups,
	PLANNED_KINDS,
	planMessages,
	READER,
	SCENARIOS,
	type Scenario,
	TELLS_WAITING,
} from '~/tests/support/voice-cases.ts';

/**
 * Where a user stands, in every voice: each reads the same rows of the database, and must say what the one table of words
 * says. The results are written to docs/voices.md.
 */

useTestEnvironment();
useDatabase();
const { state } = useDiscord();

vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-03-01T12:00Z') });
afterAll(() => vi.useRealTimers());
const now = new Date('2030-03-01T12:00Z');

beforeAll(async () => {
	await execute(`INSERT INTO settings (key, value) VALUES ('link_previews', 'true')`);
	await createVoiceUsers(state, now);
	await createVoiceEvents(now);
});

const kindOf = ({ kind }: Standing) => kind;
const toActor = ({ id, role }: User) => ({ id, role });
const toChosen = (standing: Standing): string => {
	const { kind, status } = standing;
	return status !== null && (kind === 'placed' || kind === status)
		? STATUS_FACTS[status].label
		: labelStanding(standing);
};
const countIn = (scenario: Scenario, section: SignupStatus | 'waitlist') =>
	listCases(scenario).filter((one) => getSection(getExpected(one, scenario), scenario.hasPlaces) === section)
		.length;
const creator = () => ({ id: getUser(READER).id, role: 'creator' as const });

/** Returns what `read` returns for a scenario. It is read once, because it is the same for all cases. */
function oncePerScenario<T>(read: (scenario: Scenario, eventId: string) => Promise<T>) {
	const results = new Map<Scenario, Promise<T>>();
	return (scenario: Scenario): Promise<T> => {
		const result = results.get(scenario) ?? read(scenario, getEvent(scenario).id);
		results.set(scenario, result);
		return result;
	};
}

const readAnnouncement = oncePerScenario((_, eventId) => findEventMessage({ event_id: eventId }));
const readPage = (actor: Actor, eventId: string) =>
	perform(readEventPage, { actor, now }, { params: { eventId } });
/** What a creator and a player read in the rows of the page. */
const readRows = oncePerScenario(async (_, eventId) => ({
	creator: renderRows((await readPage(creator(), eventId)).event, now.toISOString()),
	player: renderRows((await readPage(toActor(getUser(READER)), eventId)).event, now.toISOString()),
}));
const readSeats = oncePerScenario(async (_, eventId) => {
	const { event, groups } = await readPage(toActor(getUser(READER)), eventId);
	if (groups instanceof Error || !groups.isOpen) return expect.fail('the groups are closed');
	return renderSeats(event, groups);
});

/** Reads what all users read of themselves; who has left reads nothing. */
async function readVoices(one: Case, scenario: Scenario) {
	const viewer = getUser(one);
	const { id: eventId } = getEvent(scenario);
	const actor = toActor(viewer);
	const params = { eventId };
	const listed = toEventOnList(await selectEvent(viewer.id, eventId));
	const page = await readPage(actor, eventId);
	const signup = page.event.signups.find(({ user_id }) => user_id === viewer.id);
	const seat = await perform(readOwnSeat, { actor, now }, { params });
	const ics = await (await perform(readCalendarEvent, { actor, now }, { params })).format();
	const calendar = ics.replaceAll(/\r\n /g, '');
	const history = await perform(readOwnHistory, { actor, now }, { read: () => ({ limit: 20 }) });
	return {
		api: (await perform(readEvent, { actor, now }, { params })).own_standing,
		list: renderList(listed, now.toISOString()),
		page: renderEventPage(page.event, now.toISOString()),
		dialog: renderSignupDialog(await perform(findEventSignup, { actor, now }, { params })),
		history: renderHistory(history, eventId),
		available: signup && listAvailable([], [signup]).find(({ players }) => players.length > 0)?.key,
		isSplit: signup !== undefined && isSplittable(signup),
		hasSeat: seat.seat !== null,
		next: formatNextEventReply(listed, { address: 'x', place: seat }),
		upcoming: formatEventsReply([listed], () => 'x'),
		reply: formatSignupReply(listed, 'x').split('\n')[0],
		placeReply: formatPlaceReply(listed, 'x').split('\n')[0],
		calendar: {
			text: /DESCRIPTION:(.*)/.exec(calendar)?.[1]?.split(String.raw`\n`)[0]?.replaceAll(String.raw`\,`, ','),
			status: /STATUS:(\w+)/.exec(calendar)?.[1],
		},
	};
}

/** Returns the name of the field of the announcement that lists a user, without its number. */
async function findAnnounced(one: Case, scenario: Scenario): Promise<string | null> {
	const message = await readAnnouncement(scenario);
	const name = getUser(one).username.replaceAll('-', String.raw`\-`);
	const isListed = ({ name: label, value }: { name: string; value: string }) =>
		/\(\d+\)$/.test(label) &&
		value.split(/[\n,]/).some((line) => line.includes(name) || line.includes(getUser(one).username));
	const field = message?.content.embeds?.[0]?.fields.find(isListed);
	return field?.name.replace(/ \(\d+\)$/, '') ?? null;
}

async function readFile(operation: typeof exportSignups): Promise<Record<string, string>[]> {
	let text = '';
	for await (const chunk of await perform(operation, {
		actor: { id: getUser(READER).id, role: 'admin' },
		now,
	}))
		text += chunk;
	const [head = '', ...lines] = text.replace('\ufeff', '').trim().split('\r\n');
	const keys = head.split(',');
	return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [keys[index], cell])));
}

/** The names of the cases with the kinds of the messages that their users get. */
const TOLD = new Set<string>();
const ROWS: { scenario: Scenario; one: Case; cells: string[] }[] = [];

test('who lost the role is saved as who left the server is; who was never a member has not left', () => {
	const read = (name: string) => {
		const { membershipLostAt, leftAt, memberSeenAt } = getUser(
			CASES.find((one) => one.name === name) as Case,
		);
		return { membershipLostAt, leftAt, memberSeenAt };
	};
	expect(read('lost the role')).toEqual(read('left the server'));
	expect(read('lost the role').leftAt).not.toBeNull();
	expect(read('lost the role just now')).toMatchObject({ membershipLostAt: expect.any(Date), leftAt: null });
	expect(read('imported')).toEqual({ ...read('left the server'), leftAt: null });
});

describe.each(SCENARIOS)('$name', (scenario) => {
	test.each(listCases(scenario))('$name', async (one) => {
		const standing = getExpected(one, scenario);
		const label = labelStanding(standing);
		const isOpen = scenario.status === 'active';
		const light = chooseLight(standing, scenario.status);
		const section = getSection(standing, scenario.hasPlaces);
		const heading = section === 'waitlist' ? 'Waitlist' : section && STATUS_LABELS[section];
		expect(await findAnnounced(one, scenario)).toBe(heading);
		const place = describePlace(standing);
		const none = "You haven't signed up yet";
		const own = kindOf(standing) === 'none' ? none : `Your signup: ${label}`;
		const mark = one.status === null ? '' : getSeatMark(one, scenario);
		const rows = await readRows(scenario);
		expect(rows.creator.get(getName(one)) ?? '').toBe(one.status === null ? '' : label);
		const seats = (await readSeats(scenario)).filter(({ name }) => name === getName(one));
		expect(seats).toEqual(
			one.status === null ? [] : [{ name: getName(one), text: mark, isStruck: !isSeated(one, scenario) }],
		);
		if (hasLeft(one)) {
			// The user cannot read pages any more; creators read that they have left, and players where they stood.
			const member = getExpected({ ...one, absence: undefined }, scenario);
			expect(rows.player.get(getName(one))).toBe(labelStanding(member));
			const params = { eventId: getEvent(scenario).id };
			const { event } = await readPage(creator(), params.eventId);
			const signup = event.signups.find(({ user_id }) => user_id === getUser(one).id);
			expect(signup && isSplittable(signup)).toBe(false);
			expect(signup && listAvailable([], [signup]).flatMap(({ players }) => players)).toEqual([]);
			const read = () => ({ userId: getUser(one).id });
			const found = await perform(findEventSignup, { actor: creator(), now }, { params, read });
			expect(renderSignupDialog(found).label).toBe(label);
			ROWS.push({ scenario, one, cells: [label, '', '', '', heading ?? '', mark, '', '', 'no'] });
			return;
		}
		const voices = await readVoices(one, scenario);
		expect(rows.player.get(getName(one)) ?? '').toBe(one.status === null ? '' : label);
		const { kind, position, late } = standing;
		expect(voices.api).toEqual({ kind, position, late });
		expect(voices.list.button).toBe(
			standing.status === null ? (isOpen ? 'Sign up' : 'closed') : toChosen(standing),
		);
		expect(voices.list.light).toBe(light);
		const isInLine = section === 'waitlist';
		expect(voices.list.pressed).toBe(
			isInLine ? label : one.status === null ? '' : QUICK_SIGNUP_LABELS[one.status],
		);
		expect(voices.page.pressed).toBe(
			!isOpen || one.status === null ? '' : isInLine ? label : STATUS_LABELS[one.status],
		);
		expect(voices.list.hero).toContain(
			standing.status === null ? "You haven't signed up yet" : `Your signup: ${toChosen(standing)} `,
		);
		expect(voices.page.badge).toBe(label);
		expect(voices.page.light).toBe(light);
		if (isOpen && place) expect(voices.page.bar).toContain(place);
		if (!isOpen && standing.status) expect(voices.page.bar).toContain(`Your signup was ${label} .`);
		expect(voices.page.row).toBe(standing.status === null ? '' : label);
		const saysMore = !isOpen || (one.status !== null && label !== STATUS_LABELS[one.status]);
		const look = section === 'waitlist' ? getStandingLook(standing) : SIGNUP_LOOKS[one.status ?? 'confirmed'];
		expect(voices.dialog).toEqual({
			label: one.status !== null && saysMore ? label : '',
			status: isOpen ? (one.status ?? 'confirmed') : '',
			icon: isOpen ? look.icon : '',
		});
		expect(voices.history.badge).toBe(standing.status === null ? '' : label);
		if (standing.status !== null) expect(voices.history.light).toBe(chooseLight(standing));
		expect(voices.next).toContain(own);
		expect(voices.upcoming).toContain(own);
		expect(voices.reply).toBe(`Your signup for **${scenario.name}**: ${label}.`);
		expect(voices.placeReply).toBe(`**${scenario.name}**: ${place ?? describeStanding(standing)}`);
		expect(voices.hasSeat).toBe(isSeated(one, scenario));
		expect(voices.calendar.text).toBe(describeStanding(standing));
		expect(voices.calendar.status).toBe(
			scenario.status === 'cancelled' ? 'CANCELLED' : isComing(standing) ? 'CONFIRMED' : 'TENTATIVE',
		);
		const player = getExpectedPlayer(one, scenario);
		const available = getSection(player, false);
		const isNamed = ['confirmed', 'late', 'tentative', 'waitlist'].includes(String(available));
		expect(voices.available).toBe(standing.status === null ? undefined : isNamed ? available : 'other');
		expect(voices.isSplit).toBe(isComing(player) && hasFact(one.status, 'isSplit'));
		ROWS.push({
			scenario,
			one,
			cells: [
				label,
				voices.list.button,
				light,
				place ?? '',
				heading ?? '',
				mark,
				own,
				describeStanding(standing),
				isComing(standing) ? 'yes' : 'no',
			],
		});
	});

	test('the seats', async () => {
		const { id: eventId } = getEvent(scenario);
		const call = { actor: { ...creator(), role: 'admin' as const }, now };
		const seated = listSignups(scenario).filter((one) => isSeated(one, scenario));
		const { groups } = await readPage(creator(), eventId);
		const confirmed = groups instanceof Error || !groups.isOpen ? [] : groups.confirmed;
		const isSplit = (one: Case) =>
			hasFact(one.status, 'isSplit') && isComing(getExpectedPlayer(one, scenario));
		expect(confirmed.toSorted(), 'Auto-Split').toEqual(
			listCases(scenario)
				.filter(isSplit)
				.map((one) => getUser(one).id)
				.toSorted(),
		);
		const { tables } = await perform(readTables, call, { params: { eventId } });
		expect(tables[0]?.names, 'the tables').toEqual(seated.map(getName));
		const rollCall = await perform(readRollCall, call, { params: { eventId } });
		expect(rollCall.groups[0]?.players.map(({ name }) => name)).toEqual(seated.map(getName));
		const posted = await findGroupsMessage({ event_id: eventId, requests: 1, posted_groups: null });
		expect(posted?.groups?.groups[0]?.playerIds).toEqual(seated.map((one) => getUser(one).id));
	});

	test('the counts', async () => {
		const viewer = getUser(READER);
		const { list, page } = await readVoices(READER, scenario);
		const count = (section: SignupStatus | 'waitlist') => countIn(scenario, section);
		expect(list.counts).toBe(
			`${count('confirmed')} confirmed, ${count('tentative')} tentative, ${count('late')} late`,
		);
		const waiting = count('waitlist') > 0 ? `, ${count('waitlist')} waiting` : '';
		expect(page.counts).toBe(
			`${count('confirmed')} Confirmed, ${count('late')} Late, ${count('tentative')} Tentative${waiting}`,
		);
		const listed = toEventOnList(await selectEvent(viewer.id, getEvent(scenario).id));
		const reply = formatNextEventReply(listed, {
			address: 'x',
			place: { title: '', hasGroups: false, seat: null },
		});
		expect(reply).toContain(
			`Signups: ${SIGNUP_STATUSES.map((status) => `${count(status)} ${status}`).join(', ')}`,
		);
		const preview = await readLinkPreview(getEvent(scenario).id);
		if (scenario.status !== 'cancelled')
			expect(preview.description).toContain(`${count('confirmed')} player`);
	});
});

test('the files', async () => {
	const signups = await readFile(exportSignups);
	for (const scenario of SCENARIOS)
		for (const one of listCases(scenario).filter(({ status }) => status !== null)) {
			const row = signups.find(
				({ event_id, user_id }) => event_id === getEvent(scenario).id && user_id === getUser(one).id,
			);
			expect(row?.standing, `${scenario.name}: ${one.name}`).toBe(labelStanding(getExpected(one, scenario)));
		}
	for (const row of await readFile(exportEvents)) {
		const scenario = SCENARIOS.find(({ name }) => name === row.title?.replaceAll('"', ''));
		if (!scenario) continue;
		for (const status of SIGNUP_STATUSES) expect(Number(row[status])).toBe(countIn(scenario, status));
		expect(Number(row.waitlist)).toBe(countIn(scenario, 'waitlist'));
	}
});

test('the statistics count those who came', async () => {
	const actor = { id: getUser(READER).id, role: 'admin' as const };
	const { attendanceByWeekday } = await perform(readStatistics, { actor, now });
	const began = SCENARIOS.filter(({ startsIn, status }) => startsIn < 0 && status !== 'cancelled');
	const came = began.flatMap((scenario) =>
		listCases(scenario).filter((one) => one.status && isComing(getExpected(one, scenario))),
	);
	expect(attendanceByWeekday.reduce((sum, { attended }) => sum + attended, 0)).toBe(came.length);
});

test('the profile counts what the history lists', async () => {
	for (const one of CASES) {
		const actor = toActor(getUser(one));
		const history = await perform(readOwnHistory, { actor, now }, { read: () => ({ limit: 20 }) });
		const own = SCENARIOS.filter((scenario) => one.status !== null && listCases(scenario).includes(one));
		const count = (status: SignupStatus) =>
			own.filter((scenario) => {
				// Their own history has the signups of who has left as they were.
				const player = getExpectedPlayer({ ...one, absence: undefined }, scenario);
				return getSection(player, false) === status;
			}).length;
		expect(renderTally(history), one.name).toContain(
			`Total Signups ${own.length} Confirmed ${count('confirmed')} Tentative ${count('tentative')}`,
		);
	}
});

test.each([false, true])('the minimum and a roll call without groups (places: %s)', async (hasPlaces) => {
	const scenario: Scenario = { name: 'short', hasPlaces, status: 'active', startsIn: 1 };
	const comes = listSignups(scenario).filter((one) => isComing(getExpected(one, scenario)));
	const players = comes.filter((one) => !one.runs).length;
	const create = (minimumPlayers: number) =>
		createVoiceEvent(scenario, now, { minimumPlayers, decideMinutes: 120, onTooFew: 'cancel' });
	const [short, enough] = [await create(players + 1), await create(players)];
	const admin = { actor: { ...creator(), role: 'admin' as const }, now };
	const rollCall = await perform(readRollCall, admin, { params: { eventId: short.id } });
	expect(rollCall.groups[0]?.players.map(({ name }) => name)).toEqual(comes.map(getName));
	for (const event of [short, enough]) {
		await inTransaction((transaction) => settleEvent({ event, now }, transaction));
		await event.reload();
	}
	expect(short.cancelReason).toBe(describeTooFew(players, players + 1));
	expect([short.decision, enough.decision]).toEqual(['off', 'on']);
	await Event.destroy({ where: { id: [short.id, enough.id] } });
});

/** Returns the statuses and the places that the buttons of a message choose. */
const listChoices = (buttons: readonly ({ custom_id?: string | null } | undefined)[]) =>
	buttons
		.flatMap((button) => decodeCustomId(button?.custom_id ?? '') ?? [])
		.map((id) => (id.kind === 'signup' ? id.status : id.kind));

test('the direct messages', async () => {
	// The stand-in begins anew before each test, and gives its members the same ids.
	state.addMembers(CASES.length);
	const planned = await planMessages(now);
	// Until the places are settled, no message says that a signup waits. Settling would change the cases.
	await execute('DELETE FROM places_due');
	const time = () => new Date();
	// The client of Discord sends at most 50 requests per second.
	while (await sendNextMessage({ now: time, pause: { until: 0 } })) vi.setSystemTime(Date.now() + 50);
	for (const { id, kind, one, scenario } of planned) {
		const standing = getExpected(one, scenario);
		const message = state.channels
			.listMessages(state.channels.openDirectMessages(getUser(one).discordId ?? '').id)
			.find(({ embeds }) => embeds[0]?.url?.endsWith(`#message-${id}`));
		const name = `${scenario.name}: ${one.name}: ${kind}`;
		// A message about an event goes only to members.
		expect(message !== undefined, name).toBe(IS_TOLD[kind](standing) && one.absence === undefined);
		if (!message) continue;
		const label = message.embeds[0]?.fields?.find(({ name: field }) => field === 'Your signup')?.value;
		expect(label, name).toBe(standing.status === null ? undefined : labelStanding(standing));
		const waits = getSection(standing, true) === 'waitlist';
		const place = describePlace(standing) ?? '';
		if (TELLS_WAITING.includes(kind) && waits) expect(message.content, name).toContain(place);
		else if (place) expect(message.content, name).not.toContain(place);
		const choices = listChoices(message.components.flatMap(({ components }) => components));
		if (waits && choices.length > 0 && kind !== 'offered')
			expect([standing.status, 'declined'], name).toEqual(expect.arrayContaining(choices));
		TOLD.add(`${one.name}: ${kind}`);
	}
});

test('the roles on Discord during an event', async () => {
	const roles: Record<EventRoleSetting, string> = {
		role_tonight: '300000000000000950',
		role_storytellers_tonight: '300000000000000951',
	};
	for (const [key, value] of Object.entries(roles)) await Setting.create({ key, value });
	for (const scenario of SCENARIOS.filter(({ startsIn }) => Math.abs(startsIn) === 1)) {
		const event = getEvent(scenario);
		await execute('UPDATE events SET is_test_data = id <> :id', { id: event.id });
		const due = await rows<{ user_id: string; role_id: string }>(DUE_ROLES, { now: event.date });
		for (const one of listCases(scenario)) {
			const role =
				scenario.status === 'active' ? getEventRole(getExpected(one, scenario), scenario.hasPlaces) : null;
			const expected = role === null || one.absence !== undefined ? [] : [roles[role]];
			const found = due.filter(({ user_id }) => user_id === getUser(one).id);
			expect(
				found.map(({ role_id }) => role_id),
				`${scenario.name}: ${one.name}`,
			).toEqual(expected);
		}
	}
	await execute('UPDATE events SET is_test_data = false');
});

/** The rows of the polls: for each status and answer what the voices say. */
const POLL_ROWS: string[][] = [];

test.each(POLL_STATUSES)('a poll that is %s', async (status) => {
	const member = CASES.find(({ name }) => name === 'confirmed') as Case;
	const left = CASES.find(({ name }) => name === 'left the server') as Case;
	const date = new Date(now.getTime() + WEEK_MS).toISOString();
	const answerBy = new Date(now.getTime() + DAY_MS);
	const as = (one: Case, role: Actor['role'], at = now) => ({
		actor: { ...toActor(getUser(one)), role },
		now: at,
	});
	const body = { title: 'Autumn Fair', times: [{ date, duration: 180 }], answer_by: answerBy.toISOString() };
	const { id: pollId, times } = await perform(createPoll, as(READER, 'creator'), { read: () => body });
	const params = { pollId };
	const timeId = times[0]?.id ?? '';
	const vote = (one: Case, answer: PollAnswer, at = now) =>
		perform(saveVotes, as(one, 'player', at), {
			params,
			read: () => ({ votes: [{ time_id: timeId, answer }] }),
		});
	const voters = { yes: member, if_needed: CASES[5] as Case, no: CASES[4] as Case };
	for (const answer of POLL_ANSWERS) await vote(voters[answer], answer);
	await vote(left, 'yes');
	const at = status === 'closed' ? answerBy : now;
	if (status === 'withdrawn') await perform(withdrawPoll, as(READER, 'creator'), { params });
	if (status === 'chosen')
		await perform(choosePollTime, as(READER, 'creator'), { params, read: () => ({ time_id: timeId }) });

	const poll = await perform(readPollView, as(member, 'player', at), { params });
	// The member who has left is not counted.
	expect(poll).toMatchObject({ status, times: [{ yes: 1, if_needed: 1, no: 1 }] });
	const isOpen = status === 'open';
	const refusal = await vote(member, 'yes', at).then(
		() => null,
		(error: Refusal) => error.message,
	);
	expect(refusal).toBe(isOpen ? null : POLL_TEXTS[status]);
	const listOn = async (role: Actor['role']) => {
		const { polls } = await perform(listUpcomingEvents, as(member, role, at));
		return polls.map(({ id }) => id);
	};
	const [players, creators] = [await listOn('player'), await listOn('creator')];
	expect(players.includes(pollId)).toBe(isOpen);
	expect(creators.includes(pollId)).toBe(isUndecided(status));
	const message = await findPollMessage({ event_id: pollId }, at);
	const [embed] = message?.content.embeds ?? [];
	const choices = listChoices((message?.content.components ?? []).flatMap(({ components }) => components));
	expect(embed?.title).toBe(`${isOpen ? 'Find a date' : POLL_STATUS_LABELS[status]}: Autumn Fair`);
	expect(choices).toEqual(isOpen ? ['poll'] : []);
	const names = JSON.stringify(message?.content);
	for (const voter of [...Object.values(voters), left]) expect(names).not.toContain(getUser(voter).username);
	const reply = formatPollReply(poll);
	if (!isOpen) expect(reply).toContain(POLL_TEXTS[status]);
	const listSignup = async (who: Case) => {
		const row = await one<{ status: SignupStatus }>(
			'SELECT status FROM signups WHERE event_id = :pollId AND user_id = :userId',
			{ pollId, userId: getUser(who).id },
		);
		return row ? STATUS_LABELS[row.status] : '';
	};
	const signups = await Promise.all(POLL_ANSWERS.map((answer) => listSignup(voters[answer])));
	const expected = POLL_ANSWERS.map((answer) => SIGNUP_OF_ANSWER[answer]);
	expect(signups).toEqual(
		expected.map((signup) => (status === 'chosen' && signup ? STATUS_LABELS[signup] : '')),
	);
	expect(await listSignup(left)).toBe('');
	POLL_ROWS.push([
		POLL_STATUS_LABELS[status],
		String(embed?.title),
		isOpen ? 'yes' : POLL_TEXTS[status],
		isOpen ? 'all members' : isUndecided(status) ? 'creators' : '',
		...signups,
	]);
	await execute('DELETE FROM events WHERE id = :pollId', { pollId });
	await execute('DELETE FROM polls WHERE id = :pollId', { pollId });
});

test('docs/voices.md shows what each voice says (update: npx vitest run --project integration voices -u)', async () => {
	const heads = [
		'standing',
		'badge, row, file',
		'button',
		'tile',
		'signup bar',
		'listed under',
		'seat',
		'`/botc`',
		'calendar',
		'comes',
	];
	const writeTable = (columns: readonly string[], rows: readonly (readonly string[])[]) =>
		[columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
	const listRows = (scenario: Scenario) => ROWS.filter((row) => row.scenario === scenario);
	const parts = SCENARIOS.map((scenario) => {
		const title = `## ${scenario.name[0]?.toUpperCase()}${scenario.name.slice(1)}`;
		// The first scenario with or without places is shown whole, of the others what differs from it.
		const first = SCENARIOS.find(({ hasPlaces }) => hasPlaces === scenario.hasPlaces) ?? scenario;
		const rows = listRows(scenario);
		if (scenario === first)
			return `${title}\n\n${writeTable(
				heads,
				rows.map(({ one, cells }) => [one.name, ...cells]),
			)}`;
		const usual = new Map(listRows(first).map(({ one, cells }) => [one, cells]));
		const changed = rows.flatMap(({ one, cells }) =>
			cells.flatMap((cell, index) =>
				cell === usual.get(one)?.[index] ? [] : [{ name: one.name, says: `${heads[index + 1]} | ${cell}` }],
			),
		);
		const groups = Map.groupBy(changed, ({ says }) => says);
		const lines = [...groups].map(([says, ones]) => [says, ones.map(({ name }) => name).join('; ')]);
		return `${title}\n\n${lines.length === 0 ? 'Nothing differs.' : writeTable(['voice', 'says', 'standings'], lines)}`;
	});
	const messages = writeTable(
		['standing', ...PLANNED_KINDS],
		CASES.map((one) => [
			one.name,
			...PLANNED_KINDS.map((kind) => (TOLD.has(`${one.name}: ${kind}`) ? 'yes' : '')),
		]),
	);
	const text = `# Voices

What each voice says to a user, by where the user stands with an event (\`domain/signups/standing.ts\`).
\`tests/integration/operations/voices.test.ts\` writes this page and checks every voice. Of a user who has left, it shows what creators
read; of an event that is cancelled, running or over, only what differs from the first table. \`seat\` is the mark beside the name in the saved groups; a name with “${GROUP_TEXTS.lostPlace}” or “${GROUP_TEXTS.cannotCome}” is struck through.

${parts.join('\n\n')}

## Direct messages

Which direct messages a user gets. Each says “Your signup:” with the badge above, if there is a signup.

${messages}

## Polls

What a poll says by its status, and the signups that its answers become. Members who have left are not counted, and messages on Discord have no names.

${writeTable(['status', 'message on Discord', 'answers', 'on the list of events', ...POLL_ANSWERS.map((answer) => `signup of “${ANSWER_LABELS[answer]}”`)], POLL_ROWS)}
`;
	await expect(text).toMatchFileSnapshot('../../../docs/voices.md');
});
