import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chooseLight } from '~/app/shell/signup-status.ts';
import { DirectMessage, type Event, EventStoryteller, type User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import {
	formatEventsReply,
	formatNextEventReply,
	formatSignupReply,
} from '~/domain/discord/command-texts.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { listAvailable } from '~/domain/groups/available.ts';
import { HOUR_MS } from '~/domain/limits.ts';
import {
	describePlace,
	describeStanding,
	getListedStanding,
	getSection,
	getStanding,
	isComing,
	isSplittable,
	labelStanding,
	type Standing,
	type StandingFacts,
} from '~/domain/signups/standing.ts';
import {
	hasFact,
	SIGNUP_STATUSES,
	type SignupStatus,
	STATUS_FACTS,
	STATUS_LABELS,
} from '~/domain/signups/statuses.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { exportEvents, exportSignups, readStatistics } from '~/server/operations/admin/index.ts';
import { findEventMessage } from '~/server/operations/announcements/event-message.ts';
import { readCalendarEvent } from '~/server/operations/calendar/index.ts';
import { sendNextMessage } from '~/server/operations/direct-messages/index.ts';
import { readEvent } from '~/server/operations/events/index.ts';
import { readLinkPreview } from '~/server/operations/events/preview.ts';
import { selectEvent } from '~/server/operations/events/queries.ts';
import { readEventPage } from '~/server/operations/groups/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { readOwnHistory } from '~/server/operations/signups/index.ts';
import { toEventOnList } from '~/server/wire/events.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { renderEventPage, renderHistory, renderList } from '~/tests/support/render-voices.tsx';

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

type Case = { name: string; hasPlaces?: boolean; isFormer?: boolean } & Pick<StandingFacts, 'status'> &
	Partial<Pick<StandingFacts, 'place' | 'standby' | 'runs'>> & { expires?: boolean };

/** Each standing with and without places; the order is that of the waitlist. */
const CASES: readonly Case[] = [
	{ name: 'no signup', status: null },
	{ name: 'runs it', status: null, runs: true },
	{ name: 'runs it, confirmed', status: 'confirmed', runs: true },
	{ name: 'tentative', status: 'tentative' },
	{ name: 'declined', status: 'declined' },
	{ name: 'standby', status: 'tentative', standby: true },
	{ name: 'left the server', status: 'confirmed', isFormer: true },
	{ name: 'confirmed', status: 'confirmed', hasPlaces: false },
	{ name: 'late', status: 'late', hasPlaces: false },
	{ name: 'confirmed, with a place', status: 'confirmed', place: 'placed', hasPlaces: true },
	{ name: 'late, with a place', status: 'late', place: 'placed', hasPlaces: true },
	{ name: 'offered, kept for one', status: 'confirmed', place: 'offered', expires: true, hasPlaces: true },
	{ name: 'offered to all, late', status: 'late', place: 'offered', hasPlaces: true },
	{ name: 'waiting', status: 'confirmed', place: 'waiting', hasPlaces: true },
	{ name: 'waiting, late', status: 'late', place: 'waiting', hasPlaces: true },
	{
		name: 'standby who is asked',
		status: 'tentative',
		standby: true,
		place: 'offered',
		expires: true,
		hasPlaces: true,
	},
];

type Scenario = { name: string; hasPlaces: boolean; status: EventStatus; startsIn: number };
const SCENARIOS: readonly Scenario[] = [false, true].flatMap((hasPlaces) => {
	const title = hasPlaces ? 'full' : 'without places';
	return [
		{ name: title, hasPlaces, status: 'active' as const, startsIn: 1 },
		{ name: `${title} – cancelled`, hasPlaces, status: 'cancelled' as const, startsIn: 1 },
		{ name: `${title} – running`, hasPlaces, status: 'active' as const, startsIn: -1 },
		{ name: `${title} – over`, hasPlaces, status: 'completed' as const, startsIn: -24 },
	];
});

const users = new Map<string, User>();
const events = new Map<string, Event>();
const getUser = ({ name }: Case): User => users.get(name) ?? expect.fail(name);
const getEvent = ({ name }: Scenario): Event => events.get(name) ?? expect.fail(name);
const listCases = ({ hasPlaces }: Scenario) =>
	CASES.filter((one) => one.hasPlaces === undefined || one.hasPlaces === hasPlaces);

/** Returns the standing that a case must have in a scenario. */
function getExpected(one: Case, scenario: Scenario): Standing {
	const line = listCases(scenario).filter(
		({ place, status }) => (place === 'waiting' || place === 'offered') && hasFact(status, 'takesPlace'),
	);
	const index = line.findIndex(({ name }) => name === one.name);
	return getStanding({
		status: one.status,
		place: one.place,
		position: index === -1 ? null : index + 1,
		standby: one.standby,
		runs: one.runs === true,
		hasLeft: one.isFormer,
		eventStatus: scenario.status,
	});
}

beforeAll(async () => {
	await execute(`INSERT INTO settings (key, value) VALUES ('link_previews', 'true')`);
	for (const [index, one] of CASES.entries()) {
		const left = one.isFormer
			? {
					membershipLostAt: new Date('2030-02-01T00:00Z'),
					leftAt: new Date('2030-02-01T00:15Z'),
					memberSeenAt: new Date('2029-01-01T00:00Z'),
				}
			: {};
		users.set(
			one.name,
			await createUserRow({ username: `user-${String.fromCharCode(97 + index)}`, ...left }),
		);
	}
	for (const scenario of SCENARIOS) {
		const event = await createEventRow({
			title: scenario.name,
			status: scenario.status,
			date: new Date(now.getTime() + scenario.startsIn * HOUR_MS),
			...(scenario.hasPlaces ? { capacity: 2 } : {}),
		});
		events.set(scenario.name, event);
		for (const [index, one] of listCases(scenario).entries()) {
			const userId = getUser(one).id;
			if (one.runs) await EventStoryteller.create({ eventId: event.id, userId, position: index });
			if (one.status === null) continue;
			const at = new Date(Date.UTC(2030, 0, 1, index));
			await createSignupRow({
				eventId: event.id,
				userId,
				status: one.status,
				createdAt: at,
				standby: one.standby ?? false,
				...(one.place ? { place: one.place, askedAt: at } : {}),
				...(one.expires ? { offeredAt: at, offerExpiresAt: new Date(now.getTime() + HOUR_MS / 2) } : {}),
			});
		}
	}
});

const kindOf = ({ kind }: Standing) => kind;
const toActor = ({ id, role }: User) => ({ id, role });
const toChosen = (standing: Standing): string => {
	const { kind, status } = standing;
	return status !== null && (kind === 'placed' || kind === status)
		? STATUS_FACTS[status].chosenLabel
		: labelStanding(standing);
};
const countIn = (scenario: Scenario, section: SignupStatus | 'waitlist') =>
	listCases(scenario).filter((one) => getSection(getExpected(one, scenario), scenario.hasPlaces) === section)
		.length;

async function readVoices(one: Case, scenario: Scenario) {
	const viewer = getUser(one);
	const { id: eventId } = getEvent(scenario);
	const actor = toActor(viewer);
	const params = { eventId };
	const listed = toEventOnList(await selectEvent(viewer.id, eventId));
	const page = await perform(readEventPage, { actor, now }, { params });
	const signup = page.event.signups.find(({ user_id }) => user_id === viewer.id);
	const seat = { title: '', hasGroups: false, seat: null };
	const ics = await (await perform(readCalendarEvent, { actor, now }, { params })).format();
	const calendar = ics.replaceAll(/\r\n /g, '');
	const history = await perform(readOwnHistory, { actor, now }, { read: () => ({ limit: 20 }) });
	return {
		api: (await perform(readEvent, { actor, now }, { params })).own_standing,
		list: renderList(listed, now.toISOString()),
		page: renderEventPage(page.event, now.toISOString()),
		history: renderHistory(history, eventId),
		available: signup && listAvailable([], [signup]).find(({ players }) => players.length > 0)?.key,
		isSplit: signup !== undefined && isSplittable(signup),
		next: formatNextEventReply(listed, { address: 'x', place: seat }),
		upcoming: formatEventsReply([listed], () => 'x'),
		reply: formatSignupReply(listed, 'x').split('\n')[0],
		calendar: {
			text: /DESCRIPTION:(.*)/.exec(calendar)?.[1]?.split(String.raw`\n`)[0]?.replaceAll(String.raw`\,`, ','),
			status: /STATUS:(\w+)/.exec(calendar)?.[1],
		},
	};
}

/** Returns the name of the field of the announcement that lists a user, without its number. */
async function findAnnounced(one: Case, scenario: Scenario): Promise<string | null> {
	const message = await findEventMessage({ event_id: getEvent(scenario).id });
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
		actor: { id: getUser(CASES[0] as Case).id, role: 'admin' },
		now,
	}))
		text += chunk;
	const [head = '', ...lines] = text.replace('\ufeff', '').trim().split('\r\n');
	const keys = head.split(',');
	return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [keys[index], cell])));
}

const ROWS: { scenario: Scenario; one: Case; cells: string[] }[] = [];

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
		if (one.isFormer) {
			// The user cannot read pages any more; creators read that they have left.
			const creator = { id: getUser(CASES[0] as Case).id, role: 'creator' as const };
			const { event } = await perform(
				readEventPage,
				{ actor: creator, now },
				{ params: { eventId: getEvent(scenario).id } },
			);
			const signup = event.signups.find(({ user_id }) => user_id === getUser(one).id);
			expect(signup && labelStanding(getListedStanding(signup, event))).toBe(label);
			expect(signup && isSplittable(signup)).toBe(false);
			expect(signup && listAvailable([], [signup]).flatMap(({ players }) => players)).toEqual([]);
			ROWS.push({ scenario, one, cells: [label, '', '', '', heading ?? '', '', '', 'no'] });
			return;
		}
		const voices = await readVoices(one, scenario);
		const { kind, position, late } = standing;
		expect(voices.api).toEqual({ kind, position, late });
		expect(voices.list.button).toBe(
			standing.status === null ? (isOpen ? 'Sign up' : 'closed') : toChosen(standing),
		);
		expect(voices.list.light).toBe(light);
		expect(voices.list.hero).toContain(
			standing.status === null ? "You haven't signed up yet" : `Your signup: ${toChosen(standing)} `,
		);
		expect(voices.page.badge).toBe(label);
		expect(voices.page.light).toBe(light);
		if (isOpen && place) expect(voices.page.bar).toContain(place);
		if (!isOpen && standing.status) expect(voices.page.bar).toContain(`Your signup was ${label} .`);
		expect(voices.page.row).toBe(standing.status === null ? '' : label);
		expect(voices.history.badge).toBe(standing.status === null ? '' : label);
		if (standing.status !== null) expect(voices.history.light).toBe(chooseLight(standing));
		expect(voices.next).toContain(own);
		expect(voices.upcoming).toContain(own);
		expect(voices.reply).toBe(`Your signup for **${scenario.name}**: ${label}.`);
		expect(voices.calendar.text).toBe(describeStanding(standing));
		expect(voices.calendar.status).toBe(
			scenario.status === 'cancelled' ? 'CANCELLED' : isComing(standing) ? 'CONFIRMED' : 'TENTATIVE',
		);
		const player = getStanding({ ...one, runs: false, hasLeft: one.isFormer, eventStatus: 'active' });
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
				own,
				describeStanding(standing),
				isComing(standing) ? 'yes' : 'no',
			],
		});
	});

	test('the counts', async () => {
		const viewer = getUser(CASES[0] as Case);
		const { list, page } = await readVoices(CASES[0] as Case, scenario);
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
	const actor = { id: getUser(CASES[0] as Case).id, role: 'admin' as const };
	const { attendanceByWeekday } = await perform(readStatistics, { actor, now });
	const began = SCENARIOS.filter(({ startsIn, status }) => startsIn < 0 && status !== 'cancelled');
	const came = began.flatMap((scenario) =>
		listCases(scenario).filter((one) => one.status && isComing(getExpected(one, scenario))),
	);
	expect(attendanceByWeekday.reduce((sum, { attended }) => sum + attended, 0)).toBe(came.length);
});

test('the direct messages', async () => {
	for (const [index, { discordId }] of state.addMembers(CASES.length).entries())
		await getUser(CASES[index] as Case).update({ discordId });
	const upcoming = SCENARIOS.filter(({ startsIn }) => startsIn > 0);
	for (const scenario of upcoming)
		for (const one of listCases(scenario)) {
			const { id: eventId, date: eventDate } = getEvent(scenario);
			const kind = scenario.status === 'cancelled' ? 'cancelled' : 'reminder';
			const minutes = kind === 'reminder' ? 60 : null;
			await DirectMessage.create({
				userId: getUser(one).id,
				eventId,
				kind,
				eventDate,
				minutes,
				dueAt: now,
				createdAt: now,
			});
		}
	const time = () => new Date();
	// The client of Discord sends at most 50 requests per second.
	while (await sendNextMessage({ now: time, pause: { until: 0 } })) vi.setSystemTime(Date.now() + 200);
	for (const one of CASES) {
		const messages = state.channels.listMessages(
			state.channels.openDirectMessages(getUser(one).discordId ?? '').id,
		);
		const said = messages.map(({ embeds }) => [
			embeds[0]?.title,
			embeds[0]?.fields?.find(({ name }: { name: string }) => name === 'Your signup')?.value,
		]);
		const expected = upcoming
			.filter((scenario) => listCases(scenario).includes(one))
			.flatMap((scenario) => {
				const standing = getExpected(one, scenario);
				const isTold =
					scenario.status === 'cancelled' ? hasFact(one.status, 'mayCome') : hasFact(one.status, 'comes');
				return isTold && !one.isFormer ? [[scenario.name, labelStanding(standing)]] : [];
			});
		expect(said.toSorted(), one.name).toEqual(expected.toSorted());
	}
});

test('docs/voices.md shows what each voice says (update: npx vitest run --project integration voices -u)', async () => {
	const heads = [
		'standing',
		'badge, row, file',
		'button',
		'tile',
		'signup bar',
		'listed under',
		'`/botc`',
		'calendar',
		'comes',
	];
	const parts = SCENARIOS.map((scenario) => {
		const rows = ROWS.filter((row) => row.scenario === scenario).map(
			({ one, cells }) => `| ${[one.name, ...cells].join(' | ')} |`,
		);
		return [
			`## ${scenario.name[0]?.toUpperCase()}${scenario.name.slice(1)}`,
			'',
			`| ${heads.join(' | ')} |`,
			`|${' --- |'.repeat(heads.length)}`,
			...rows,
		].join('\n');
	});
	const text = `# Voices\n\nWhat each voice says to a user, by where the user stands with an event (\`domain/signups/standing.ts\`).\n\`tests/integration/operations/voices.test.ts\` writes this page and checks every voice.\n\n${parts.join('\n\n')}\n`;
	await expect(text).toMatchFileSnapshot('../../../docs/voices.md');
});
