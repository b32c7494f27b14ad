import { beforeEach } from 'vitest';
import type { Event } from '~/database/models/index.ts';
import { Refusal } from '~/domain/refusal.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { readEventPage } from '~/server/operations/event-page/index.ts';
import { autoSplitGroups } from '~/server/operations/groups/auto-split-groups.ts';
import { editGroups, readGroups, saveGroups } from '~/server/operations/groups/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { putSignup } from '~/server/operations/signups/index.ts';
import { createGroupView } from '~/tests/support/groups.ts';

export const now = new Date('2026-10-14T12:00:00Z');
export type UserRef = { id: string; role: string };
export const as = (user: UserRef) => ({ actor: { id: user.id, role: user.role as 'player' }, now });

export let event: Event;
export let creator: UserRef;
export let players: string[];
/** Creates the event of each test, `event`, and its creator; `players` are those who have signed up by `signUp`. */
export function useEvent(): void {
	beforeEach(async () => {
		event = await createEventRow();
		creator = await createUserRow({ role: 'creator' });
		players = [];
	});
}

/** Creates `count` users with signups, one second apart. Returns the ids of the users. */
export async function signUp(
	count: number,
	status: 'confirmed' | 'declined' = 'confirmed',
): Promise<string[]> {
	const ids: string[] = [];
	for (let i = 0; i < count; i += 1) {
		const user = await createUserRow();
		const createdAt = new Date(now.getTime() + (players.length + i) * 1000);
		await createSignupRow({ eventId: event.id, userId: user.id, status, createdAt });
		ids.push(user.id);
	}
	players.push(...ids);
	return ids;
}

export const read = (user: UserRef = creator, id = event.id) =>
	perform(readGroups, as(user), { params: { eventId: id } });
export const save = (body: unknown, user: UserRef = creator, id = event.id) =>
	perform(saveGroups, as(user), { params: { eventId: id }, read: () => body });
export const setSignup = (userId: string, status: 'confirmed' | 'late' | 'declined') =>
	perform(putSignup, as({ id: userId, role: 'player' }), {
		params: { eventId: event.id },
		read: () => ({ status }),
	});
export const countSeats = () => rowsOf('group_players').count({ eventId: event.id });
export const edit = (command: unknown, version?: number) =>
	perform(editGroups, as(creator), { params: { eventId: event.id }, read: () => ({ command, version }) });
export const readPage = (user: UserRef) =>
	perform(readEventPage, as(user), { params: { eventId: event.id } });
export const split = (user: UserRef = creator, id = event.id) =>
	perform(autoSplitGroups, as(user), { params: { eventId: id } });
/**
 * Repeats the request while a busy machine has not proven the result within the one second that the app
 * allows.
 */
export async function retryUntilProven<Output extends { result: { proven: boolean } }>(
	request: () => Promise<Output>,
): Promise<Output> {
	let response = await request();
	for (let tries = 1; tries < 5 && !response.result.proven; tries += 1) response = await request();
	return response;
}
export const splitDraft = (draft: unknown) =>
	perform(autoSplitGroups, as(creator), { params: { eventId: event.id }, read: () => ({ draft }) });
export const group = (id: string, ids: string[], more: Record<string, unknown> = {}) => ({
	...createGroupView(id, ids),
	...more,
});
export const refusalOf = (promise: Promise<unknown>): Promise<Refusal | null> =>
	promise.then(
		() => null,
		(error) => {
			if (!(error instanceof Refusal)) throw error;
			return error;
		},
	);
export const setPreferences = (userId: string, ids: string[], kind: 'player' | 'storyteller' = 'player') =>
	rowsOf('player_preferences').insertAll(
		ids.map((preferredUserId, position) => ({ userId, kind, preferredUserId, position })),
	);
export const addStoryteller = async () => {
	const storyteller = await createUserRow({ role: 'storyteller' });
	await rowsOf('event_storytellers').insert({ eventId: event.id, userId: storyteller.id });
	return storyteller.id;
};
