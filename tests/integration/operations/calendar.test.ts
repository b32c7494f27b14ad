import { beforeEach, describe, expect, test } from 'vitest';
import { Event, Setting, Signup, type User } from '~/database/models/index.ts';
import { DAY_MS, HOUR_MS } from '~/domain/limits.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { readCalendarToken } from '~/server/auth/calendar-link.ts';
import {
	hasComingEvents,
	readCalendarEvent,
	readCalendarFeed,
	readCalendarLink,
	renewCalendarLink,
	revokeCalendarLink,
} from '~/server/operations/calendar/index.ts';
import { updateEvent } from '~/server/operations/events/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { updateProfile } from '~/server/operations/users/index.ts';
import { createCalendarToken } from '~/server/secrets.ts';
import { useFreshUsers } from '~/tests/integration/auth/fresh-users.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { TEST_APP_URL, useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();
useFreshUsers();

const now = new Date('2026-10-15T12:00:00Z');
const as = (user: User) => ({ actor: { id: user.id, role: user.role }, now });
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);

let user: User;
beforeEach(async () => {
	await Event.truncate({ cascade: true });
	await Setting.truncate();
	user = await createUserRow({ membershipCheckedAt: now });
});

const readFeed = async () => (await perform(readCalendarFeed, as(user))).format();
/** Returns the titles of the feed, in its order. */
const readTitles = async () =>
	[...(await readFeed()).matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title);

/** Creates an event with a signup of the user; without a status, without a signup. */
async function createEntry(title: string, days: number, status?: Signup['status']): Promise<Event> {
	const event = await createEventRow({ title, date: inDays(days), timezone: 'Europe/Berlin' });
	if (status) await createSignupRow({ eventId: event.id, userId: user.id, status });
	return event;
}

describe('whether the calendar has an event ahead', () => {
	const hasComing = () => perform(hasComingEvents, as(user));

	test.each([
		['none', null, undefined, false],
		['one without a signup', 3, undefined, false],
		['one that the user signed up for', 3, 'tentative', true],
		['one that the user declined', 3, 'declined', false],
		['one that is over', -3, 'confirmed', false],
	] as const)('%s', async (title, days, status, expected) => {
		if (days !== null) await createEntry(title, days, status);
		expect(await hasComing()).toBe(expected);
	});

	test('one that the user runs, and all events', async () => {
		const event = await createEntry('Run by the user', 3);
		await rowsOf('event_storytellers').insert({ eventId: event.id, userId: user.id });
		expect(await hasComing()).toBe(true);
		await rowsOf('event_storytellers').delete({ eventId: event.id });
		expect(await hasComing()).toBe(false);
		await user.update({ calendarAllEvents: true });
		expect(await hasComing()).toBe(true);
	});
});

describe('the link', () => {
	const readUrl = async () => (await perform(readCalendarLink, as(user))).url;
	const renew = async () => String((await perform(renewCalendarLink, as(user))).url);
	const tokenOf = (url: string) => url.slice(`${TEST_APP_URL}/calendar/`.length, -'.ics'.length);
	const find = async (token: string, at = now) => (await readCalendarToken(token, at))?.actor ?? null;

	test('is created, shown again, renewed and revoked; only the newest works', async () => {
		expect(await readUrl()).toBeNull();
		const first = await renew();
		expect(await readUrl()).toBe(first);
		expect(await find(tokenOf(first))).toEqual({ id: user.id, role: user.role });
		const second = await renew();
		expect(second).not.toBe(first);
		expect(await find(tokenOf(first))).toBeNull();
		expect(await find(tokenOf(second))).toEqual({ id: user.id, role: user.role });
		expect(await perform(revokeCalendarLink, as(user))).toEqual({ message: 'Calendar link revoked' });
		expect([await readUrl(), await find(tokenOf(second))]).toEqual([null, null]);
	});

	test('cannot be made from a copy of the database, and is not another user’s', async () => {
		const token = tokenOf(await renew());
		const other = await createUserRow({ membershipCheckedAt: now });
		await perform(renewCalendarLink, as(other));
		await user.reload();
		const key = String(user.calendarKey);
		expect(token).not.toContain(key);
		const signature = token.slice(token.indexOf('-') + 1);
		for (const wrong of [
			...[`${user.id}-${key}`, `${other.id}-${signature}`, `${token}x`, token.slice(0, -1), '', '-', key],
			...[`0${token}`, `${user.id}-${'x'.repeat(43)}`, createCalendarToken('99999999', key)],
		]) {
			expect(await find(wrong), wrong).toBeNull();
		}
	});

	test('does not work for a user who is no longer a member or was removed', async () => {
		const token = tokenOf(await renew());
		await user.update({ membershipLostAt: now });
		expect(await find(token)).toBeNull();
		await user.update({ membershipLostAt: null });
		expect(await find(token)).not.toBeNull();
		await user.destroy();
		expect(await find(token)).toBeNull();
	});
});

describe('the feed', () => {
	test('has the events that the user did not decline, of the last 90 days and later', async () => {
		await createEntry('too old', -91, 'confirmed');
		await createEntry('old', -89, 'confirmed');
		await createEntry('late', 1, 'late');
		await createEntry('maybe', 2, 'tentative');
		await createEntry('declined', 3, 'declined');
		await createEntry('without a signup', 4);
		expect(await readTitles()).toEqual(['old', 'late', 'maybe']);
		await perform(updateProfile, as(user), { read: () => ({ calendar_all_events: true }) });
		expect(await readTitles()).toEqual(['old', 'late', 'maybe', 'without a signup']);
	});

	test('has the events that the user runs, unless they declined', async () => {
		const [run, declined] = [await createEntry('run', 1), await createEntry('declined', 2, 'declined')];
		for (const { id: eventId } of [run, declined])
			await rowsOf('event_storytellers').insert({ eventId, userId: user.id });
		expect(await readTitles()).toEqual(['run']);
		expect(await readFeed()).toContain("You're a storyteller.");
	});

	test('has no signups of others', async () => {
		const event = await createEntry('of another user', 1);
		await createSignupRow({ eventId: event.id });
		expect(await readTitles()).toEqual([]);
	});

	test('keeps the UID of a moved event and raises its SEQUENCE', async () => {
		const event = await createEntry('Game', 1, 'confirmed');
		const read = async () => {
			const text = await readFeed();
			return ['UID', 'SEQUENCE', 'DTSTART;TZID=Europe/Berlin'].map(
				(name) => new RegExp(`^${name}:(.*)\r$`, 'm').exec(text)?.[1],
			);
		};
		const [uid, sequence, start] = await read();
		const creator = await createUserRow({ role: 'creator' });
		await perform(updateEvent, as(creator), {
			params: { eventId: event.id },
			read: () => ({ title: 'Game', date: new Date(event.date.getTime() + HOUR_MS).toISOString() }),
		});
		const [movedUid, movedSequence, movedStart] = await read();
		expect(movedUid).toBe(uid);
		expect(Number(movedSequence)).toBe(Number(sequence) + 1);
		expect([start, movedStart]).toEqual(['20261016T140000', '20261016T150000']);
	});

	test('marks a cancelled event', async () => {
		await (await createEntry('Game', 1, 'confirmed')).update({ status: 'cancelled' });
		expect(await readFeed()).toContain('STATUS:CANCELLED');
	});

	test('reminds at the user’s times, else at the community’s, and never without notifications', async () => {
		await createEntry('Game', 1, 'confirmed');
		const readTriggers = async () =>
			[...(await readFeed()).matchAll(/^TRIGGER:(.*)\r$/gm)].map(([, time]) => time);
		expect(await readTriggers()).toEqual(['-P1D', '-PT1H']);
		await Setting.create({ key: 'reminder_minutes', value: '180' });
		expect(await readTriggers()).toEqual(['-PT3H']);
		await user.update({ reminderMinutes: [10_080] });
		expect(await readTriggers()).toEqual(['-P7D']);
		await user.update({ reminderMinutes: [] });
		expect(await readTriggers()).toEqual([]);
		await user.update({ reminderMinutes: null, notifications: false });
		expect(await readTriggers()).toEqual([]);
	});

	test('says the group, never the notes of the signup', async () => {
		const event = await createEntry('Game', 1, 'confirmed');
		await Signup.update({ notes: 'My secret note' }, { where: { eventId: event.id } });
		const group = await rowsOf('groups').insert({ eventId: event.id, clientId: 'a', name: 'The Ravens' });
		await rowsOf('group_players').insert({ groupId: group.id, userId: user.id, eventId: event.id });
		const text = (await readFeed()).replaceAll('\r\n ', '');
		expect(text).toContain("You confirmed.\\nYou're in The Ravens\\, seat 1 · 1 player");
		expect(text).not.toContain('secret');
	});

	/** Returns the SEQUENCE and the LAST-MODIFIED of the only entry. */
	const readRevision = async (at = now): Promise<readonly [number, string]> => {
		const text = await (await perform(readCalendarFeed, { ...as(user), now: at })).format();
		const [sequence, changedAt] = ['SEQUENCE', 'LAST-MODIFIED'].map(
			(name) => new RegExp(`^${name}:(.*)\r$`, 'm').exec(text)?.[1],
		);
		return [Number(sequence), String(changedAt)];
	};

	test('SEQUENCE and LAST-MODIFIED rise with every text, also back to an earlier one, and otherwise stay', async () => {
		const event = await createEntry('Game', 1, 'confirmed');
		await user.update({ calendarAllEvents: true });
		const storyteller = await createUserRow({ role: 'storyteller' });
		const group = await rowsOf('groups').insert({
			eventId: event.id,
			clientId: 'a',
			name: 'The Ravens',
			storytellerId: storyteller.id,
		});
		await rowsOf('group_players').insert({ groupId: group.id, userId: user.id, eventId: event.id });
		let [sequence, changedAt] = await readRevision();
		for (const change of [
			() => storyteller.update({ preferredUsername: 'Wren', preferredUsernameSource: 'owner' }),
			() => storyteller.update({ preferredUsername: null, preferredUsernameSource: null }),
			() => user.update({ reminderMinutes: [60] }),
			() => user.update({ reminderMinutes: null }),
			() => Setting.create({ key: 'reminder_minutes', value: '180' }),
			() => Setting.truncate(),
			() => Signup.destroy({ where: { eventId: event.id } }),
			() => createSignupRow({ eventId: event.id, userId: user.id, status: 'late' }),
			() => rowsOf('groups').delete(),
			() => event.update({ title: 'New', version: event.version + 1 }),
		]) {
			await change();
			const [laterSequence, laterChange] = await readRevision();
			expect(laterSequence, String(change)).toBeGreaterThan(sequence);
			expect(laterChange > changedAt, `${change}: ${changedAt}, then ${laterChange}`).toBe(true);
			expect(await readRevision(inDays(1)), String(change)).toEqual([laterSequence, laterChange]);
			[sequence, changedAt] = [laterSequence, laterChange];
		}
	});

	test('an entry that was never read has the number of its edits; many at once agree on one', async () => {
		const event = await createEntry('Game', 1, 'confirmed');
		await event.update({ version: 5 });
		const first = await Promise.all(Array.from({ length: 10 }, () => readRevision()));
		expect(new Set(first.map(String)).size).toBe(1);
		expect(first[0]?.[0]).toBe(4);
		await event.update({ title: 'New' });
		const second = await Promise.all(Array.from({ length: 10 }, () => readRevision()));
		expect(new Set(second.map(String)).size).toBe(1);
		expect(second[0]?.[0]).toBe(5);
	});

	test('another user’s entry of the same event has its own number', async () => {
		const event = await createEntry('Game', 1, 'confirmed');
		const other = await createUserRow();
		await createSignupRow({ eventId: event.id, userId: other.id, status: 'confirmed' });
		const before = await readRevision();
		for (const minutes of [60, 180]) {
			await other.update({ reminderMinutes: [minutes] });
			await (await perform(readCalendarFeed, as(other))).format();
		}
		expect(await readRevision()).toEqual(before);
	});

	test('changes its ETag source exactly when its content changes', async () => {
		const event = await createEntry('Game', 1, 'confirmed');
		const read = async () => (await perform(readCalendarFeed, as(user))).source;
		const sources = [await read()];
		expect(await read()).toBe(sources[0]);
		await createEntry('of no interest', 1);
		expect(await read()).toBe(sources[0]);
		for (const change of [
			() => event.update({ title: 'New' }),
			() => Signup.update({ status: 'late' }, { where: { eventId: event.id } }),
			() => user.update({ reminderMinutes: [60] }),
			() => user.update({ calendarAllEvents: true }),
			() =>
				rowsOf('groups').insert({
					eventId: event.id,
					clientId: 'a',
					name: 'The Ravens',
					storytellerId: user.id,
				}),
		]) {
			await change();
			sources.push(await read());
		}
		expect(new Set(sources).size).toBe(sources.length);
	});
});

describe('the file of one event', () => {
	const read = async (eventId: string) =>
		(await perform(readCalendarEvent, as(user), { params: { eventId } })).format();

	test('has that event, the same as in the feed', async () => {
		const event = await createEntry('Game', 1, 'confirmed');
		await createEntry('other', 2, 'confirmed');
		const text = await read(event.id);
		expect(text.match(/^SUMMARY:.*/gm)).toEqual(['SUMMARY:Game']);
		const uid = /^UID:.*/m.exec(text)?.[0];
		expect(await readFeed()).toContain(uid);
	});

	test('needs no signup', async () => {
		expect(await read((await createEntry('Game', 1)).id)).toContain('STATUS:TENTATIVE');
	});

	test.each(['999999', 'x', '0'])('is missing for an event %s', async (eventId) => {
		await expect(read(eventId)).rejects.toMatchObject({ kind: 'missing' });
	});
});
