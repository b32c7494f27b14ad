import type pg from 'pg';
import { describePlace, getStanding, labelStanding } from '~/domain/signups/standing.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import {
	ANNOUNCEMENT_CHANNEL_ID,
	HIDDEN_CHANNEL_ID,
	TEXT_CHANNEL_ID,
} from '~/tests/mocks/discord/channels.ts';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import type { StandInState } from '~/tests/mocks/discord/state.ts';
import { findFreePort, startApp, waitForStatus } from '../support/app-process.ts';
import { enqueueJob } from '../support/enqueue-job.ts';
import { getEventForm } from '../support/event-form.ts';
import { test as base, expect, type Started } from '../support/fixtures.ts';
import { createOwnDatabase, openPool } from '../support/own-database.ts';
import { getSignupRows } from '../support/pages.ts';
import { createSignup, createUser } from '../support/rows.ts';
import { IN_A_MONTH } from '../support/scenario.ts';

type Town = { url: string; discordUrl: string; databaseUrl: string; pool: pg.Pool; state: StandInState };

async function startTown(): Promise<Started<Town>> {
	const database = await createOwnDatabase();
	const standIn = createDiscordStandIn();
	const { state } = standIn;
	// Discord's limit of three seconds would only measure how fast the machine is.
	state.interactions.firstResponseMs = 20_000;
	const discord = await serveDiscordStandIn(standIn);
	const app = startApp(await findFreePort(), {
		...standInEnvironment(discord.url),
		DATABASE_URL: database.url,
		LOG_LEVEL: 'error',
	});
	const pool = openPool(database.url, 2);
	await waitForStatus(app, '/readyz', 200, 60_000);
	await expect.poll(() => standIn.gateway.sessions.length, { timeout: 40_000 }).toBe(1);
	return {
		server: { url: app.url, discordUrl: discord.url, databaseUrl: database.url, pool, state },
		stop: async () => {
			await app.stop();
			await pool.end();
			await discord.close();
			await database.remove();
			expect(state.violations).toEqual([]);
			expect(app.output()).toBe('');
		},
	};
}

/**
 * An app with its own database and Discord for the tests of this file: no other test creates events while a channel is
 * set, and the members and their messages belong to these tests.
 */
const test = base.extend<{ town: Town }>({
	town: [async ({ startOnce }, use) => use(await startOnce(startTown)), { timeout: 90_000 }],
	baseURL: async ({ town }, use) => use(town.url),
});

/** Creates a user who is this member of the community on Discord. */
async function createMember({ discordId }: { discordId: string }, pool: pg.Pool) {
	await pool.query('DELETE FROM users WHERE discord_id = $1', [discordId]);
	const user = await createUser({}, pool);
	await pool.query('UPDATE users SET discord_id = $1 WHERE id = $2', [discordId, user.id]);
	return user;
}

/** One worker runs them one after the other, with one app. */
test.describe.configure({ mode: 'default', timeout: 90_000 });
test.afterEach(({ town: { pool } }) =>
	pool.query(
		"DELETE FROM settings WHERE key LIKE 'announce%' OR key LIKE 'role_%' OR key IN ('reminder_minutes', 'reminder_way', 'table_url')",
	),
);

test('an admin chooses when members are reminded, with and without a channel', async ({
	page,
	setSession,
	visit,
	town: { pool },
}) => {
	await setSession(await createUser({ role: 'admin' }, pool));
	const dialog = page.getByRole('dialog', { name: 'Announcements and reminders' });
	const readSetting = async (key = 'reminder_minutes') =>
		(await pool.query('SELECT value FROM settings WHERE key = $1', [key])).rows[0]?.value;
	const save = async (checked: Record<string, boolean>, way = 'direct') => {
		await visit('/admin/announcements');
		await dialog.getByLabel('Where reminders are sent').selectOption(way);
		for (const [name, value] of Object.entries(checked)) {
			await dialog.getByRole('checkbox', { name }).setChecked(value);
		}
		await dialog.getByRole('button', { name: 'Save' }).click();
		await expect(page.getByText('Setting updated successfully!')).toBeVisible();
	};
	await visit('/admin/announcements');
	for (const name of ['24 hours', '1 hour']) {
		await expect(dialog.getByRole('checkbox', { name })).toBeChecked();
	}
	await save({ '1 week': true, '1 hour': false });
	expect(await readSetting()).toBe('10080,1440');
	await save({ '1 week': false, '24 hours': false });
	expect(await readSetting()).toBe('');
	await save({}, 'thread');
	expect(await readSetting('reminder_way')).toBe('thread');
	await visit('/profile');
	const reminders = page.getByRole('region', { name: 'Reminders' });
	await expect(reminders).toContainText('No reminders');
	await expect(reminders).toContainText("will be late to, in the event's thread.");
});

test('an admin chooses a role for tonight’s players; a player has it on Discord until they switch it off', {
	tag: '@no-script',
}, async ({ page, setSession, visit, javaScriptEnabled, expectedErrors, town: { pool, state } }) => {
	expectedErrors.push('422');
	state.setRole('300000000000000950', { name: 'Playing tonight' });
	state.setRole('300000000000000951', { name: 'Moderators', permissions: 2n });
	await setSession(await createUser({ role: 'admin' }, pool));
	await visit('/admin/announcements');
	const dialog = page.getByRole('dialog', { name: 'Announcements and reminders' });
	const players = dialog.getByRole('combobox', { name: 'Role for tonight’s players' });
	await expect(players.locator('option')).toHaveText([
		'None',
		`@${state.guild.requiredRoleName} (the required role)`,
		'@Night owls',
		'@Playing tonight',
		'@Moderators (allows too much)',
	]);
	await expect(players.locator('option', { hasText: 'Moderators' })).toBeDisabled();
	await players.selectOption('@Playing tonight');
	const storytellers = dialog.getByRole('combobox', { name: 'Role for tonight’s storytellers' });
	await storytellers.selectOption('@Playing tonight');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(storytellers).toHaveAccessibleDescription(/different roles/);
	await storytellers.selectOption('None');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByText('Setting updated successfully!')).toBeVisible();
	await visit('/admin/discord-check');
	await expect(page.getByText('The bot can give @Playing tonight to tonight’s players')).toBeVisible();

	const member = await createMember(PERSONAS.player, pool);
	const { rows } = await pool.query(
		"INSERT INTO events (title, date) VALUES ('Tonight', now() + interval '20 minutes') RETURNING id",
	);
	await createSignup(rows[0].id, member.id, 'confirmed', null, pool);
	const readRoles = () => state.getUser(PERSONAS.player.discordId).member?.roles ?? [];
	await expect.poll(readRoles, { timeout: 40_000 }).toContain('300000000000000950');
	await setSession(member);
	await visit('/profile');
	await page.getByRole('switch', { name: 'Role for tonight' }).uncheck();
	if (!javaScriptEnabled) await page.getByRole('button', { name: 'Save Preferences' }).click();
	await expect(page.getByText('Your preferences were saved.')).toBeVisible();
	await expect.poll(readRoles, { timeout: 40_000 }).not.toContain('300000000000000950');
});

test('an admin chooses a channel; then events and groups are posted there, and a creator posts both again', {
	tag: '@no-script',
}, async ({ page, setSession, visit, town: { pool } }) => {
	await setSession(await createUser({ role: 'admin' }, pool));
	const form = getEventForm(page);
	await visit('/create-event');
	await expect(form.create).toBeVisible();
	await expect(form.announce).toHaveCount(0);

	await visit('/admin');
	await page.getByRole('link', { name: 'Announcements' }).click();
	const dialog = page.getByRole('dialog', { name: 'Announcements' });
	const channel = dialog.getByRole('combobox', { name: 'Announcement channel' });
	await expect(channel.locator('option')).toHaveText([
		'None (nothing is posted)',
		'#the-green',
		'#game-nights',
		/^#committee \(the bot needs View Channel, /,
	]);
	await expect(channel.locator(`option[value="${HIDDEN_CHANNEL_ID}"]`)).toBeDisabled();
	await channel.selectOption(ANNOUNCEMENT_CHANNEL_ID);
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByText('Setting updated successfully!')).toBeVisible();
	await expect(page.getByText('New events are announced on Discord.')).toBeVisible();

	await visit('/create-event');
	await expect(form.announce).toBeChecked();
	await form.title.fill('Announced night');
	await form.date.fill(IN_A_MONTH);
	await form.discord.uncheck();
	await form.create.click();
	await expect(page).toHaveURL(/\/events\/\d+$/);
	const eventId = page.url().split('/').at(-1);
	const info = page.getByRole('region', { name: 'Event Info' });
	const link = info.getByRole('link', { name: 'Posted on Discord' });
	const waitUntilPosted = () =>
		expect(async () => {
			await page.reload();
			await expect(link).toBeVisible({ timeout: 500 });
		}).toPass({ timeout: 40_000 });
	await waitUntilPosted();
	await expect(link).toHaveAttribute('href', new RegExp(`/${ANNOUNCEMENT_CHANNEL_ID}/\\d+$`));
	await expect(info.getByRole('button')).toHaveCount(0);

	const error = 'The message was deleted on Discord.';
	await pool.query(
		`UPDATE announcements SET state = 'deleted', message_id = NULL, error = $2 WHERE event_id = $1`,
		[eventId, error],
	);
	await pool.query("UPDATE settings SET value = $1 WHERE key = 'announcement_channel_id'", [TEXT_CHANNEL_ID]);
	// The search stays after the forms.
	await visit(`/events/${eventId}?q=wren`);
	await expect(info).toContainText(`Not posted on Discord. ${error}`);
	await info.getByRole('button', { name: 'Post again' }).click();
	await expect(info).not.toContainText(error);
	await waitUntilPosted();
	await expect(page).toHaveURL(/\?q=wren$/);
	await expect(link).toHaveAttribute('href', new RegExp(`/${TEXT_CHANNEL_ID}/\\d+$`));

	// The groups are posted beside it, and again when they have changed.
	const player = await createUser({}, pool);
	await createSignup(String(eventId), player.id, 'confirmed', null, pool);
	await pool.query(
		`WITH made AS (INSERT INTO groups (event_id, client_id, name, position) VALUES ($1, 'one', 'Group 1', 0) RETURNING id)
		INSERT INTO group_players (group_id, event_id, user_id, position) SELECT id, $1, $2, 0 FROM made`,
		[eventId, player.id],
	);
	const groups = page.getByRole('region', { name: 'Event Groups' });
	const postedGroups = groups.getByRole('link', { name: 'Groups posted on Discord' });
	const waitUntilGroupsPosted = () =>
		expect(async () => {
			await page.reload();
			await expect(postedGroups).toBeVisible({ timeout: 500 });
		}).toPass({ timeout: 40_000 });
	await visit(`/events/${eventId}?q=wren`);
	await groups.getByRole('button', { name: 'Post groups to Discord' }).click();
	await expect(groups.getByText(/^(Posting the groups to|Groups posted on) Discord/).first()).toBeVisible();
	await waitUntilGroupsPosted();
	await expect(page).toHaveURL(/\?q=wren(#groups)?$/);
	const address = await postedGroups.getAttribute('href');
	expect(address).toContain(`/${TEXT_CHANNEL_ID}/`);
	await pool.query(
		`UPDATE announcements SET state = 'failed', error = 'It was refused.' WHERE event_id = $1 AND kind = 'groups'`,
		[eventId],
	);
	await visit('/admin/discord-mirrors');
	const failed = page.getByRole('listitem').filter({ hasText: 'Groups of Announced night: It was refused.' });
	await failed.getByRole('link', { name: 'Announced night' }).click();
	await expect(groups).toContainText('The message on Discord is out of date. It was refused.');
	await groups.getByRole('button', { name: 'Post groups to Discord again' }).click();
	await expect(groups).not.toContainText('It was refused.');
	await waitUntilGroupsPosted();
	await expect(postedGroups).toHaveAttribute('href', String(address));
});

const MEMBERS = [
	{ ...PERSONAS.player, label: 'Confirm', status: 'Confirmed' },
	{ ...PERSONAS.secondPlayer, label: 'Late', status: 'Late' },
	{ ...PERSONAS.storyteller, label: 'Maybe', status: 'Tentative' },
	{ ...PERSONAS.creator, label: 'Decline', status: 'Declined' },
];

test('the life cycle of an event on Discord: announced, signed up for with buttons, moved, seated in groups, and cancelled', async ({
	town: { discordUrl, pool },
	page,
	context,
	api,
	setSession,
	visit,
}) => {
	test.setTimeout(150_000);
	await pool.query(
		"INSERT INTO settings (key, value) VALUES ('announcement_channel_id', $1), ('announcement_threads', 'true')",
		[ANNOUNCEMENT_CHANNEL_ID],
	);
	const creator = await createUser({ role: 'creator' }, pool);
	await setSession(creator);
	const title = 'Friday Blood';
	const channel = await context.newPage();
	const openChannel = (userId: string = PERSONAS.player.discordId, channelId = ANNOUNCEMENT_CHANNEL_ID) =>
		channel.goto(`${discordUrl}/channels/${channelId}?as=${userId}`);
	/** The public message of the event; the replies have no embed. */
	const message = channel.getByRole('article').filter({ has: channel.getByRole('heading', { name: title }) });
	const field = (name: string) =>
		message.locator('dl > div').filter({ has: channel.locator('dt', { hasText: name }) });
	const reply = channel.getByRole('article').filter({ hasText: 'Only you can see this' });
	/** Reloads the channel until `check` passes. */
	const untilChannel = (check: () => Promise<void>) =>
		expect(async () => {
			await openChannel();
			await check();
		}).toPass({ timeout: 40_000 });

	let address = '';
	await test.step('a new event is announced', async () => {
		const form = getEventForm(page);
		await visit('/create-event');
		await form.title.fill(title);
		await form.date.fill(IN_A_MONTH);
		await form.discord.uncheck();
		await expect(form.announce).toBeChecked();
		await form.create.click();
		await expect(page).toHaveURL(/\/events\/\d+$/);
		address = page.url();
		await untilChannel(() => expect(message).toContainText('No signups yet', { timeout: 500 }));
		await expect(message.getByRole('link', { name: 'Open in Townbell' })).toHaveAttribute('href', address);
	});

	await test.step('four members press different buttons, and the roster is updated on both sides', async () => {
		for (const { discordId, label, status } of MEMBERS) {
			await openChannel(discordId);
			await message.getByRole('button', { name: label }).click();
			await expect(reply).toContainText(`Your signup for ${title}: ${status}.`);
		}
		await untilChannel(async () => {
			for (const { status } of MEMBERS) await expect(field(`${status} (1)`)).toHaveCount(1, { timeout: 500 });
		});
		await expect(field('Confirmed (1)')).toContainText('JuniperFox');
		await page.reload();
		await expect(getSignupRows(page)).toHaveCount(MEMBERS.length);
		for (const { status } of MEMBERS)
			await expect(getSignupRows(page).filter({ has: page.getByRole('img', { name: status }) })).toHaveCount(
				1,
			);
	});

	/** Lets the half minute pass after which members are told. */
	const tellMembers = () =>
		pool.query(
			`WITH changed AS (UPDATE events SET updated_at = now() - interval '1 minute')
			UPDATE signups SET user_saved_at = user_saved_at - interval '1 minute'`,
		);
	/** Reloads a member's direct messages until one contains the text. */
	const untilTold = (userId: string, text: string) =>
		expect(async () => {
			await openChannel(userId, '@me');
			await expect(message.filter({ hasText: text })).toBeVisible({ timeout: 500 });
		}).toPass({ timeout: 30_000 });
	const isAwaited = 'New time not confirmed';

	await test.step('the event is moved, and its members are asked', async () => {
		await visit(`${address}/edit`);
		const form = getEventForm(page);
		await form.time.fill('21:45');
		await form.save.click();
		await expect(page).toHaveURL(address);
		await untilChannel(() => expect(field('When')).toContainText(':45', { timeout: 500 }));
		await tellMembers();
		await expect(async () => {
			await page.reload();
			await expect(page.getByText(isAwaited)).toHaveCount(3, { timeout: 500 });
		}).toPass({ timeout: 30_000 });
		for (const { discordId } of MEMBERS.slice(0, 3)) await untilTold(discordId, 'Are you still coming?');
		await openChannel(PERSONAS.player.discordId, '@me');
		await expect(field('Old time')).toHaveCount(1);
		await message.getByRole('button', { name: 'Confirm' }).click();
		await expect(reply).toContainText(`Your signup for ${title}: Confirmed.`);
		await page.reload();
		await expect(page.getByText(isAwaited)).toHaveCount(2);
	});

	await test.step('the groups are posted, and tell a member where they sit', async () => {
		const { rows: members } = await pool.query<{ id: string; discord_id: string }>(
			'SELECT u.id, u.discord_id FROM users u JOIN signups s ON s.user_id = u.id',
		);
		const players = [PERSONAS.player, PERSONAS.secondPlayer].map(
			({ discordId }) => members.find(({ discord_id }) => discord_id === discordId)?.id,
		);
		const groups = [{ id: 'one', name: 'The Mill', players, storytellerId: null }];
		const saved = await (await api(creator)).post(`${address.replace('/events', '/api/events')}/groups`, {
			data: { groups },
		});
		expect(saved.status()).toBe(200);
		await visit(address);
		const panel = page.getByRole('region', { name: 'Event Groups' });
		await panel.getByRole('button', { name: 'Post groups to Discord' }).click();
		const post = channel.getByRole('article').filter({ hasText: `Groups for ${title}` });
		await expect(async () => {
			await openChannel();
			await message.getByRole('link', { name: `Thread: ${title}` }).click();
			await expect(post).toContainText('The Mill', { timeout: 500 });
		}).toPass({ timeout: 40_000 });
		await expect(post).toContainText('Players (2): 1. @Juniper Fox, 2. @quietmoth');
		await post.getByRole('button', { name: 'Where do I sit?' }).click();
		await expect(reply).toContainText('You are in The Mill, seat 1, with quietmoth');
	});

	await test.step('the event is cancelled', async () => {
		await visit(`${address}/edit`);
		await page.getByRole('region', { name: 'Status' }).getByText('Cancel Event').click();
		await page.getByRole('button', { name: 'Yes, cancel the event' }).click();
		await expect(page).toHaveURL(address);
		await untilChannel(() =>
			expect(message.getByRole('heading')).toHaveText(`Cancelled: ${title}`, { timeout: 500 }),
		);
		for (const { label } of MEMBERS)
			await expect(message.getByRole('button', { name: label })).toBeDisabled();
		await tellMembers();
		for (const { discordId } of MEMBERS.slice(0, 3)) await untilTold(discordId, 'was cancelled.');
		await openChannel(PERSONAS.creator.discordId, '@me');
		await expect(channel.getByText('No messages yet.')).toBeVisible();
		const { rows: told } = await pool.query<{ discord_id: string; kinds: string[] }>(
			`SELECT u.discord_id, array_agg(m.kind ORDER BY m.id) AS kinds
			FROM direct_messages m JOIN users u ON u.id = m.user_id GROUP BY 1`,
		);
		const wanted = MEMBERS.slice(0, 3).map(({ discordId }) => [discordId, ['moved', 'cancelled']]);
		expect(new Map(told.map(({ discord_id, kinds }) => [discord_id, kinds]))).toEqual(
			new Map(wanted as [string, string[]][]),
		);
	});
});

test('a storyteller gets the seats from the posted groups, and takes the roll call on Discord', async ({
	town: { discordUrl, databaseUrl, pool },
	page,
	context,
	setSession,
	visit,
}) => {
	await pool.query(
		`INSERT INTO settings (key, value) VALUES ('announcement_channel_id', $1), ('table_url', 'https://table.example')`,
		[ANNOUNCEMENT_CHANNEL_ID],
	);
	const creator = await createUser({ role: 'creator' }, pool);
	const storyteller = await createMember(PERSONAS.storyteller, pool);
	const player = await createMember(PERSONAS.player, pool);
	const other = await createUser({ preferredUsername: 'שרה' }, pool);
	const { rows: events } = await pool.query<{ id: string }>(
		`INSERT INTO events (title, date, duration, created_at, updated_at)
		VALUES ('A told night', now() + interval '3 hours', 60, now(), now()) RETURNING id::text`,
	);
	const eventId = String(events[0]?.id);
	for (const { id } of [player, other]) await createSignup(eventId, id, 'confirmed', null, pool);
	await pool.query(
		`WITH made AS (INSERT INTO groups (event_id, client_id, name, position, storyteller_id, edition)
			VALUES ($1, 'one', 'The Kiln', 0, $2, 'tb') RETURNING id)
		INSERT INTO group_players (group_id, event_id, user_id, position)
			SELECT made.id, $1, seat.user_id, seat.place FROM made, unnest($3::bigint[]) WITH ORDINALITY AS seat(user_id, place)`,
		[eventId, storyteller.id, [player.id, other.id]],
	);
	await setSession(creator);
	await visit(`/events/${eventId}`);
	await page
		.getByRole('region', { name: 'Event Groups' })
		.getByRole('button', { name: 'Post groups to Discord' })
		.click();

	const channel = await context.newPage();
	const open = (userId: string, channelId: string) =>
		channel.goto(`${discordUrl}/channels/${channelId}?as=${userId}`);
	// The replies of earlier tests stay in the channel.
	const reply = channel.getByRole('article').filter({ hasText: 'Only you can see this' }).last();
	const post = channel.getByRole('article').filter({ hasText: 'Groups for A told night' });
	await expect(async () => {
		await open(PERSONAS.storyteller.discordId, ANNOUNCEMENT_CHANNEL_ID);
		await expect(post).toContainText('The Kiln', { timeout: 500 });
	}).toPass({ timeout: 40_000 });
	await post.getByRole('button', { name: 'Where do I sit?' }).click();
	await expect(reply).toContainText('You are running The Kiln with');
	await expect(reply).toContainText('שרה');
	await expect(reply).toContainText('Script: Trouble Brewing');
	await expect(reply).toContainText('https://table.example/#');
	await expect(reply).toContainText(`/events/${eventId}/tables`);
	// Hours before the start a player reads the seats without the link.
	await open(PERSONAS.player.discordId, ANNOUNCEMENT_CHANNEL_ID);
	await post.getByRole('button', { name: 'Where do I sit?' }).click();
	await expect(reply).toContainText('You are in The Kiln, seat 1, with');
	await expect(reply).not.toContainText(/table\.example|tables/);

	await pool.query("UPDATE events SET date = now() - interval '2 hours' WHERE id = $1", [eventId]);
	await enqueueJob(databaseUrl, 'events.complete');
	const question = channel.getByRole('article').filter({ hasText: 'Was everyone in your group there?' });
	await expect(async () => {
		await open(PERSONAS.storyteller.discordId, '@me');
		await expect(question).toBeVisible({ timeout: 500 });
	}).toPass({ timeout: 30_000 });
	await question.getByRole('button', { name: 'Everyone was there' }).click();
	await expect(reply).toContainText('2 players');
	await visit(`/events/${eventId}/attendance`);
	await expect(
		page.getByRole('radiogroup', { name: 'שרה' }).getByRole('radio', { name: 'Present' }),
	).toBeChecked();
	await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
});

test('a member who waits on a full event reads so in the list, on the page, on Discord and in direct messages', {
	tag: '@no-script',
}, async ({ town: { databaseUrl, discordUrl, pool }, page, context, setSession, visit }) => {
	await pool.query("INSERT INTO settings (key, value) VALUES ('announcement_channel_id', $1)", [
		ANNOUNCEMENT_CHANNEL_ID,
	]);
	const title = 'A crowded night';
	const { rows: events } = await pool.query<{ id: string }>(
		`INSERT INTO events (title, date, duration, capacity, created_at, updated_at)
		VALUES ($1, now() + interval '23 hours 58 minutes', 180, 1, now(), now()) RETURNING id::text`,
		[title],
	);
	const eventId = String(events[0]?.id);
	const waiting = getStanding({
		status: 'confirmed',
		place: 'waiting',
		position: 1,
		runs: false,
		eventStatus: 'active',
	});
	const label = labelStanding(waiting);
	const place = String(describePlace(waiting));
	const ownPlace = page.getByRole('region', { name: `Your signup for ${title}` });
	const holder = await createMember(PERSONAS.secondPlayer, pool);
	const member = await createMember(PERSONAS.player, pool);
	await pool.query("UPDATE users SET reminder_minutes = '{1440}' WHERE id = ANY($1)", [
		[holder.id, member.id],
	]);
	await setSession(holder);
	await visit(`/events/${eventId}`);
	await ownPlace.getByRole('button', { name: 'Confirmed' }).click();
	await expect(ownPlace).toContainText('You have a place.');

	const creator = await createUser({ role: 'creator' }, pool);
	await setSession(creator);
	await visit(`/events/${eventId}`);
	await page.getByRole('button', { name: 'Announce on Discord' }).click();
	const channel = await context.newPage();
	const message = channel.getByRole('article').filter({ has: channel.getByRole('heading', { name: title }) });
	const field = (name: string) =>
		message.locator('dl > div').filter({ has: channel.locator('dt', { hasText: name }) });
	// The replies of earlier tests stay in the channel.
	const reply = channel.getByRole('article').filter({ hasText: 'Only you can see this' }).last();
	const untilShown = (userId: string, channelId: string, check: () => Promise<void>) =>
		expect(async () => {
			await channel.goto(`${discordUrl}/channels/${channelId}?as=${userId}`);
			await check();
		}).toPass({ timeout: 30_000 });
	const untilTold = (userId: string, text: string) =>
		untilShown(userId, '@me', () =>
			expect(message.filter({ hasText: text })).toContainText(label, { timeout: 500 }),
		);
	await untilShown(PERSONAS.player.discordId, ANNOUNCEMENT_CHANNEL_ID, () =>
		expect(field('Confirmed (1)')).toHaveCount(1, { timeout: 500 }),
	);
	await message.getByRole('button', { name: 'Confirm' }).click();
	await expect(reply).toContainText(`Your signup for ${title}: ${label}.`);
	await expect(reply).toContainText(place);
	await untilShown(PERSONAS.player.discordId, ANNOUNCEMENT_CHANNEL_ID, () =>
		expect(field('Waitlist (1)')).toContainText(PERSONAS.player.username, { timeout: 500 }),
	);
	await expect(field('Confirmed (1)')).not.toContainText(PERSONAS.player.username);

	await setSession(member);
	await visit('/events');
	await expect(page.getByRole('main')).toContainText(label);
	await visit(`/events/${eventId}`);
	await expect(ownPlace).toContainText(place);
	await expect(page.getByText(`You: ${label}`)).toBeVisible();

	// They have signed up before the time of the reminder.
	await pool.query(
		`UPDATE signups SET created_at = now() - interval '1 hour', user_saved_at = now() - interval '1 hour'
		WHERE event_id = $1`,
		[eventId],
	);
	await enqueueJob(databaseUrl, 'messages.plan-reminders');
	await untilTold(PERSONAS.player.discordId, `${place} A place can still become free before`);

	await setSession(creator);
	const { rows: signups } = await pool.query<{ id: string }>(
		'SELECT id::text FROM signups WHERE event_id = $1 AND user_id = $2',
		[eventId, holder.id],
	);
	await visit(`/events/${eventId}/signups/${signups[0]?.id}`);
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Why they have to wait').fill('Was there last week');
	await dialog.getByRole('button', { name: 'Move to the waitlist' }).click();
	await untilTold(PERSONAS.secondPlayer.discordId, `has no place for you at the moment. ${place}`);
	await expect(message.filter({ hasText: 'Was there last week' })).toHaveCount(1);
});

test("a member who chose the event's thread is reminded there, and says there that they can't come", {
	tag: '@no-script',
}, async ({ town: { databaseUrl, discordUrl, pool }, page, context, setSession, visit }) => {
	await pool.query(
		"INSERT INTO settings (key, value) VALUES ('announcement_channel_id', $1), ('announcement_threads', 'true')",
		[ANNOUNCEMENT_CHANNEL_ID],
	);
	const title = 'A reminded night';
	const { rows: events } = await pool.query<{ id: string }>(
		`INSERT INTO events (title, date, duration, location, created_at, updated_at)
		VALUES ($1, now() + interval '23 hours 59 minutes', 180, 'The Kiln', now(), now()) RETURNING id::text`,
		[title],
	);
	const eventId = String(events[0]?.id);
	await setSession(await createUser({ role: 'creator' }, pool));
	await visit(`/events/${eventId}`);
	await page.getByRole('button', { name: 'Announce on Discord' }).click();
	const findThread = async () =>
		(await pool.query('SELECT thread_id FROM announcements WHERE event_id = $1', [eventId])).rows[0]
			?.thread_id;
	await expect.poll(findThread, { timeout: 40_000 }).toBeTruthy();

	const member = await createMember(PERSONAS.player, pool);
	await setSession(member);
	await visit('/profile');
	const reminders = page.getByRole('region', { name: 'Reminders' });
	await reminders.getByLabel('Where').selectOption("In the event's thread");
	await reminders.getByRole('button', { name: 'Save reminders' }).click();
	await expect(page.getByText('Your reminders were saved.').first()).toBeVisible();
	// Only now, because a reminder that is due is planned within a minute.
	await createSignup(eventId, member.id, 'confirmed', null, pool);
	// They have signed up before the time of the reminder.
	await pool.query(
		`UPDATE signups SET created_at = now() - interval '1 hour', user_saved_at = now() - interval '1 hour'
		WHERE event_id = $1`,
		[eventId],
	);

	await enqueueJob(databaseUrl, 'messages.plan-reminders');
	const thread = await context.newPage();
	const reminder = thread.getByRole('article').filter({ hasText: `${title} starts` });
	await expect(async () => {
		await thread.goto(`${discordUrl}/channels/${await findThread()}?as=${PERSONAS.player.discordId}`);
		await expect(reminder).toBeVisible({ timeout: 500 });
	}).toPass({ timeout: 30_000 });
	await expect(reminder.locator('.mention')).toHaveCount(1);
	await expect(reminder).toContainText('The Kiln');
	await reminder.getByRole('button', { name: "I can't come" }).click();
	const reply = thread.getByRole('article').filter({ hasText: 'Only you can see this' }).last();
	await expect(reply).toContainText(`Your signup for ${title}: Declined.`);
});

test.describe('an open page', () => {
	test.use({ isLive: true });

	test('a freed place is offered on Discord, and the next in line moves up on an open page', {
		tag: '@no-script',
	}, async ({ town: { discordUrl, pool }, page, context, setSession, script }) => {
		const { rows: events } = await pool.query<{ id: string }>(
			`INSERT INTO events (title, date, duration, capacity, created_at, updated_at)
		VALUES ('A full night', now() + interval '5 hours', 180, 1, now(), now()) RETURNING id::text`,
		);
		const eventId = String(events[0]?.id);
		const ownPlace = page.getByRole('region', { name: 'Your signup for A full night' });
		/** Opens the event as a user, who confirms. Each is a member with direct messages. */
		const join = async (persona: { discordId: string } | null, text: string) => {
			const user = persona ? await createMember(persona, pool) : await createUser({}, pool);
			await setSession(user);
			await page.goto(`/events/${eventId}`);
			await ownPlace.getByRole('button', { name: 'Confirmed' }).click();
			await expect(ownPlace).toContainText(text);
			return user;
		};
		const holder = await join(null, 'You have a place.');
		await join(PERSONAS.player, "You're number 1 on the waitlist.");
		await join(null, "You're number 2 on the waitlist.");

		// The last user's page stays open while the holder leaves.
		await pool.query('DELETE FROM signups WHERE user_id = $1', [holder.id]);
		const channel = await context.newPage();
		const offer = channel.getByRole('article').filter({ hasText: 'has a free place' });
		await expect(async () => {
			await channel.goto(`${discordUrl}/channels/@me?as=${PERSONAS.player.discordId}`);
			await expect(offer).toBeVisible({ timeout: 500 });
		}).toPass({ timeout: 40_000 });
		await offer.getByRole('button', { name: 'Take the place' }).click();
		await expect(channel.getByRole('article').filter({ hasText: 'You have a place.' })).toBeVisible();
		await expect(async () => {
			if (!script) await page.reload();
			await expect(ownPlace).toContainText("You're number 1 on the waitlist.", { timeout: 500 });
		}).toPass({ timeout: 40_000 });
	});
});

test('a creator plans an event on Discord, goes on in the form, and changes it on Discord', {
	tag: '@no-script',
}, async ({ page, context, setSession, visit, town: { discordUrl, pool } }) => {
	const creator = await createMember(PERSONAS.creator, pool);
	await pool.query("UPDATE users SET role = 'creator' WHERE id = $1", [creator.id]);
	await setSession(creator);
	const discord = await context.newPage();
	const address = `${discordUrl}/channels/${TEXT_CHANNEL_ID}?as=${PERSONAS.creator.discordId}`;
	const openCommand = async (name: string) => {
		await discord.goto(address);
		await discord.getByRole('combobox', { name: 'Command' }).selectOption(name);
		await discord.getByRole('button', { name: 'Open', exact: true }).click();
	};
	const run = (name: string) => discord.getByRole('button', { name: `Run ${name}` }).click();
	const submit = async (values: Record<string, string>) => {
		for (const [label, value] of Object.entries(values))
			await discord.getByRole('textbox', { name: label }).fill(value);
		await discord.getByRole('button', { name: 'Submit' }).click();
	};
	const reply = discord.getByRole('article').filter({ hasText: 'Only you can see this' }).last();

	await openCommand('/botc create');
	await run('/botc create');
	await submit({ When: 'some day', Location: 'The Kiln' });
	await expect(reply).toContainText('This cannot be saved yet:');
	await reply.getByRole('button', { name: 'Edit again' }).click();
	await submit({ When: '2031-12-04 20:45 UTC' });
	await expect(reply).toContainText('Nothing is saved yet.');
	await visit((await reply.getByRole('link', { name: 'More options' }).getAttribute('href')) ?? '');
	const form = getEventForm(page);
	await expect(form.date).toHaveValue('2031-12-04');
	await expect(form.time).toHaveValue('20:45');
	await expect(form.timezone).toHaveValue('UTC');
	await expect(form.location).toHaveValue('The Kiln');
	await form.title.fill('A drafted night');
	await form.create.click();
	await expect(page).toHaveURL(/\/events\/\d+$/);
	const { rows: created } = await pool.query("SELECT id::text FROM events WHERE title = 'A drafted night'");
	expect(created).toHaveLength(1);

	await openCommand('/botc edit');
	await discord.getByRole('combobox', { name: 'event' }).fill(created[0]?.id);
	await run('/botc edit');
	await submit({ Title: 'A changed night' });
	await reply.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(reply).toContainText('A changed night is saved');
	await page.reload();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('A changed night');
});

test('a creator writes to the players of an event from the menu of its message on Discord', async ({
	page,
	context,
	setSession,
	visit,
	town: { discordUrl, pool },
}) => {
	await pool.query("INSERT INTO settings (key, value) VALUES ('announcement_channel_id', $1)", [
		ANNOUNCEMENT_CHANNEL_ID,
	]);
	const creator = await createMember(PERSONAS.creator, pool);
	await pool.query("UPDATE users SET role = 'creator' WHERE id = $1", [creator.id]);
	const title = 'A night with chairs';
	const { rows: events } = await pool.query<{ id: string }>(
		"INSERT INTO events (title, date) VALUES ($1, now() + interval '2 days') RETURNING id::text",
		[title],
	);
	const eventId = String(events[0]?.id);
	const told = [PERSONAS.player, PERSONAS.secondPlayer];
	for (const persona of told)
		await createSignup(eventId, (await createMember(persona, pool)).id, 'confirmed', null, pool);
	await setSession(creator);
	await visit(`/events/${eventId}`);
	await page.getByRole('button', { name: 'Announce on Discord' }).click();

	const discord = await context.newPage();
	const message = discord.getByRole('article').filter({ has: discord.getByRole('heading', { name: title }) });
	const reply = discord.getByRole('article').filter({ hasText: 'Only you can see this' }).last();
	await expect(async () => {
		await discord.goto(`${discordUrl}/channels/${ANNOUNCEMENT_CHANNEL_ID}?as=${PERSONAS.creator.discordId}`);
		await expect(message).toContainText('Confirmed (2)', { timeout: 500 });
	}).toPass({ timeout: 40_000 });
	await message.getByText('Apps').click();
	await message.getByRole('button', { name: 'Message the players' }).click();
	const modal = discord.getByRole('region', { name: 'Message the players' });
	await expect(modal.getByRole('combobox', { name: 'To' }).locator('option')).toHaveText([
		'Players: 2 members',
		'Waitlist: 0 members',
	]);
	const text = 'Please bring a chair.\nWe meet <b>at the back</b>.';
	await modal.getByRole('textbox', { name: 'Message' }).fill(text);
	await modal.getByRole('button', { name: 'Submit' }).click();
	await expect(reply).toContainText('Players: 2 members get this as a direct message. Nothing is sent yet.');
	await expect(reply).toContainText(text);
	await reply.getByRole('button', { name: 'Send' }).click();
	await expect(reply).toContainText('Sent to 2 members.');
	await expect(reply.getByRole('button')).toHaveCount(0);
	for (const { discordId } of told)
		await expect(async () => {
			await discord.goto(`${discordUrl}/channels/@me?as=${discordId}`);
			await expect(message.filter({ hasText: 'has a message for you from' })).toContainText(text, {
				timeout: 500,
			});
		}).toPass({ timeout: 30_000 });
});

test('a creator signs a member up from the menu of the member on Discord, with a note', async ({
	page,
	context,
	setSession,
	visit,
	town: { discordUrl, pool },
}) => {
	const creator = await createMember(PERSONAS.creator, pool);
	await pool.query("UPDATE users SET role = 'creator' WHERE id = $1", [creator.id]);
	const { rows: events } = await pool.query<{ id: string }>(
		`INSERT INTO events (title, date) VALUES ('A near night', now() + interval '1 hour'),
			('A chosen night', now() + interval '2 hours') RETURNING id::text`,
	);
	const eventId = String(events[1]?.id);
	const discord = await context.newPage();
	const reply = discord.getByRole('article').filter({ hasText: 'Only you can see this' }).last();
	const choose = async (name: string, option: string) => {
		const select = discord.getByRole('combobox', { name });
		const form = reply.locator('form').filter({ has: select });
		const label = await form.getByRole('option', { name: option }).textContent();
		await form.getByRole('combobox').selectOption(String(label));
		await form.getByRole('button', { name: 'Choose' }).click();
	};
	await discord.goto(`${discordUrl}/channels/${TEXT_CHANNEL_ID}?as=${PERSONAS.creator.discordId}`);
	await discord.getByRole('combobox', { name: 'Command' }).selectOption('Sign up for…');
	await discord.getByRole('button', { name: 'Open', exact: true }).click();
	await discord.getByRole('combobox', { name: 'user' }).selectOption(PERSONAS.player.discordId);
	await discord.getByRole('button', { name: 'Run Sign up for…' }).click();
	await expect(reply).toContainText('Nothing is saved yet.');
	const offered = reply.getByRole('combobox', { name: 'Event' }).getByRole('option');
	for (const title of ['A near night', 'A chosen night'])
		await expect(offered.filter({ hasText: title })).toHaveCount(1);
	await choose('Event', 'A chosen night');
	await choose('Status', 'Late');
	await reply.getByRole('button', { name: 'With a note' }).click();
	const modal = discord.getByRole('region', { name: 'Notes' });
	await modal.getByRole('textbox', { name: 'Note' }).fill('Brings cake');
	await modal.getByRole('button', { name: 'Submit' }).click();
	await expect(reply).toContainText("'s signup was saved: Late.");
	await expect(reply).toContainText('A chosen night');

	await setSession(creator);
	await visit((await reply.getByRole('link', { name: 'Open in Townbell' }).getAttribute('href')) ?? '');
	await expect(page).toHaveURL(`/events/${eventId}`);
	const row = getSignupRows(page).filter({ hasText: 'Brings cake' });
	await expect(row.getByRole('img', { name: 'Late' })).toBeVisible();
	await visit('/changes');
	await expect(page.getByRole('row').filter({ hasText: 'A chosen night' })).toContainText('added');
});

test('a creator asks for a date on Discord, and a member answers there with the menus', {
	tag: '@no-script',
}, async ({ context, town: { discordUrl, pool } }) => {
	await pool.query("INSERT INTO settings (key, value) VALUES ('announcement_channel_id', $1)", [
		ANNOUNCEMENT_CHANNEL_ID,
	]);
	const creator = await createMember(PERSONAS.creator, pool);
	await pool.query("UPDATE users SET role = 'creator' WHERE id = $1", [creator.id]);
	const discord = await context.newPage();
	const open = (userId: string, channelId = ANNOUNCEMENT_CHANNEL_ID) =>
		discord.goto(`${discordUrl}/channels/${channelId}?as=${userId}`);
	const reply = discord.getByRole('article').filter({ hasText: 'Only you can see this' }).last();
	const submit = async (values: Record<string, string>) => {
		for (const [label, value] of Object.entries(values))
			await discord.getByRole('textbox', { name: label }).fill(value);
		await discord.getByRole('button', { name: 'Submit' }).click();
	};

	await open(PERSONAS.creator.discordId, TEXT_CHANNEL_ID);
	await discord.getByRole('combobox', { name: 'Command' }).selectOption('/botc poll');
	await discord.getByRole('button', { name: 'Open', exact: true }).click();
	await discord.getByRole('button', { name: 'Run /botc poll' }).click();
	await submit({
		Title: 'Autumn Fair',
		Times: '2031-12-04 20:30\nsome day',
		'Answer by': '2031-12-01 12:00',
		Location: 'The Mill',
	});
	await expect(reply).toContainText("Line 2: We couldn't understand");
	await reply.getByRole('button', { name: 'Edit again' }).click();
	await submit({ Times: '2031-12-04 20:30\n2031-12-05 20:30' });
	await expect(reply).toContainText('Nothing is saved yet.');
	await expect(reply.getByRole('heading')).toHaveText('Find a date: Autumn Fair');
	await reply.getByRole('button', { name: 'Create' }).click();
	await expect(reply).toContainText('The poll Autumn Fair is created.');

	const message = discord
		.getByRole('article')
		.filter({ has: discord.getByRole('heading', { name: 'Find a date: Autumn Fair' }) })
		.filter({ has: discord.getByRole('button', { name: 'When can you come?' }) });
	const untilShown = (text: string) =>
		expect(async () => {
			await open(PERSONAS.player.discordId);
			await expect(message).toContainText(text, { timeout: 500 });
		}).toPass({ timeout: 40_000 });
	await untilShown('Answer by');
	await expect(message).not.toContainText('yes');
	await message.getByRole('button', { name: 'When can you come?' }).click();
	await expect(reply).toContainText("You haven't answered yet.");
	const choose = async (name: string, labels: string[]) => {
		const menu = reply.locator('form').filter({ has: discord.getByRole('listbox', { name }) });
		await menu.getByRole('listbox').selectOption(labels.map((label) => ({ label })));
		await menu.getByRole('button', { name: 'Choose' }).click();
	};
	const unanswered = '0 yes, 0 if need be, 0 no';
	await choose('Yes', [`Thu, Dec 4, 8:30 PM – ${unanswered}`]);
	await choose('If need be', ['Fri, Dec 5, 8:30 PM – 0 yes, 0 if need be, 1 no']);
	await expect(reply.getByRole('listbox', { name: 'Yes' }).locator('option:checked')).toHaveText(
		'Thu, Dec 4, 8:30 PM – 1 yes, 0 if need be, 0 no',
	);
	await expect(reply.getByRole('listbox', { name: 'If need be' }).locator('option:checked')).toHaveText(
		'Fri, Dec 5, 8:30 PM – 0 yes, 1 if need be, 0 no',
	);
	await untilShown('1 yes, 0 if need be, 0 no');
	await expect(message).toContainText('0 yes, 1 if need be, 0 no');
	await expect(message).not.toContainText(PERSONAS.player.username);
});
