import type { Locator, Page } from '@playwright/test';
import type { SignupStatus } from '~/domain/signups/statuses.ts';
import {
	addEventRow,
	type CreatedEvent,
	type CreatedUser,
	createSignup,
	createUser,
	getSharedPool,
} from './rows.ts';

export type SavedGroup = {
	id: string;
	name: string;
	players: string[];
	storyteller: string | null;
	maxPlayers: number;
};

/** Returns the saved groups of an event, in order, with the names of their players. */
export async function listSavedGroups(eventId: string): Promise<SavedGroup[]> {
	const { rows: groups } = await getSharedPool().query<SavedGroup>(
		`SELECT g.client_id AS id, g.name, g.max_players AS "maxPlayers", t.username AS storyteller,
			ARRAY(SELECT u.username FROM group_players p JOIN users u ON u.id = p.user_id
				WHERE p.group_id = g.id ORDER BY p.position) AS players
		FROM groups g LEFT JOIN users t ON t.id = g.storyteller_id WHERE g.event_id = $1 ORDER BY g.position`,
		[eventId],
	);
	return groups;
}

/** Returns the saved pins and keep-apart pairs of an event, by name. */
export async function findRules(eventId: string): Promise<{ pins: string[]; apart: string[] }> {
	const { rows: found } = await getSharedPool().query<{ pins: string[]; apart: string[] }>(
		`SELECT ARRAY(SELECT u.username || ' in ' || p.group_client_id FROM group_pins p JOIN users u ON u.id = p.user_id
				WHERE p.event_id = $1 ORDER BY u.id) AS pins,
			ARRAY(SELECT a.username || ' and ' || b.username FROM group_keep_apart k JOIN users a ON a.id = k.user_a
				JOIN users b ON b.id = k.user_b WHERE k.event_id = $1 ORDER BY a.id) AS apart`,
		[eventId],
	);
	return found[0] ?? { pins: [], apart: [] };
}

/** Replaces the groups of an event, as a save by another user would. */
export async function saveGroupsAsAnotherUser(
	eventId: string,
	groups: {
		name: string;
		players?: Pick<CreatedUser, 'id'>[];
		storyteller?: Pick<CreatedUser, 'id'>;
		maxPlayers?: number;
	}[],
): Promise<void> {
	await getSharedPool().query('DELETE FROM groups WHERE event_id = $1', [eventId]);
	for (const [position, { name, players = [], storyteller, maxPlayers = 15 }] of groups.entries()) {
		const { rows: created } = await getSharedPool().query<{ id: string }>(
			`INSERT INTO groups (event_id, client_id, name, position, storyteller_id, max_players, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, now()) RETURNING id`,
			[eventId, `group-${position + 1}`, name, position, storyteller?.id ?? null, maxPlayers],
		);
		for (const [place, player] of players.entries()) {
			await getSharedPool().query(
				'INSERT INTO group_players (group_id, user_id, event_id, position) VALUES ($1, $2, $3, $4)',
				[created[0]?.id, player.id, eventId, place],
			);
		}
	}
	await getSharedPool().query('UPDATE events SET groups_version = groups_version + 1 WHERE id = $1', [
		eventId,
	]);
}

/** Creates an event with these users signed up; `storytellers` are the event's storytellers. */
export async function createBoardEvent(
	usernamesByStatus: Partial<Record<SignupStatus, string[]>>,
	storytellers: string[] = [],
): Promise<{
	event: CreatedEvent;
	users: Record<string, CreatedUser>;
	getUser: (name: string) => CreatedUser;
}> {
	const event = await addEventRow();
	const users: Record<string, CreatedUser> = {};
	for (const [status, names] of Object.entries(usernamesByStatus)) {
		for (const username of names) {
			const user = await createUser({ username });
			users[username] = user;
			await createSignup(event.id, user.id, status);
		}
	}
	for (const [position, username] of storytellers.entries()) {
		const user = await createUser({ username, role: 'storyteller' });
		users[username] = user;
		await getSharedPool().query(
			'INSERT INTO event_storytellers (event_id, user_id, position) VALUES ($1, $2, $3)',
			[event.id, user.id, position],
		);
	}
	const getUser = (name: string) => {
		const user = users[name];
		if (!user) throw new Error(`No user has the name ${name}.`);
		return user;
	};
	return { event, users, getUser };
}

/** Saves preferences: `from` prefers these users, in this order. */
export async function createPreferences(
	from: CreatedUser,
	to: readonly CreatedUser[],
	kind: 'player' | 'storyteller' = 'player',
): Promise<void> {
	for (const [position, other] of to.entries()) {
		await getSharedPool().query(
			'INSERT INTO player_preferences (user_id, kind, preferred_user_id, position) VALUES ($1, $2, $3, $4)',
			[from.id, kind, other.id, position],
		);
	}
}

export async function createProfileNotes(user: CreatedUser, notes: string): Promise<void> {
	await getSharedPool().query('INSERT INTO preferences (user_id, notes) VALUES ($1, $2)', [user.id, notes]);
}

export const getPanel = (page: Page): Locator => page.getByRole('region', { name: 'Event Groups' });

/** Returns the card of a group. */
export const getGroup = (page: Page, name: string): Locator =>
	getPanel(page).getByRole('region', { name, exact: true });

/** Returns the row of a player, in whichever list it is. */
export const getRow = (page: Page, user: Pick<CreatedUser, 'id'>): Locator =>
	getPanel(page).locator(`[data-player="${user.id}"]`);

/** Opens a player's menu, which without script is another page, and presses one of its buttons. */
export async function pressInMenu(page: Page, user: CreatedUser, step: string): Promise<void> {
	const row = getRow(page, user);
	await row.getByLabel(/^Move /).click();
	await row.getByRole('button', { name: step, exact: true }).click();
}

/** Returns the elements with the names in a list of players, in order. */
export const getNames = (place: Locator): Locator => place.locator('[data-player] p[title]');

/** Opens an event's page and, with script, waits until the groups panel handles steps itself. */
export async function openBoard(
	page: Page,
	visit: (address: string) => Promise<void>,
	event: Pick<CreatedEvent, 'id'>,
	script: boolean,
): Promise<void> {
	await visit(`/events/${event.id}`);
	if (script) await getPanel(page).and(page.locator('[data-scripted]')).waitFor();
}

/** Returns the bar at the bottom that is shown while a change is unsaved. */
export const getUnsavedBar = (page: Page): Locator =>
	getPanel(page).getByRole('region', { name: 'Unsaved changes' });

/**
 * Presses Save Changes and waits until the save is done. Does nothing without script, where every step is
 * saved already.
 */
export async function saveBoard(page: Page, script: boolean): Promise<void> {
	if (!script) return;
	await getPanel(page).getByRole('button', { name: 'Save Changes' }).click();
	await getUnsavedBar(page).waitFor({ state: 'detached' });
}
