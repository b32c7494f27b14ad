import { AUTO_SPLIT } from '~/domain/limits.ts';
import type { StandInState } from '~/tests/mocks/discord/state.ts';
import { listAddresses } from './addresses.ts';
import { REQUESTS } from './authorization-requests.ts';
import { saveGroupsAsAnotherUser } from './board.ts';
import {
	addCommentRow,
	addEventRow,
	type CreatedUser,
	createGuests,
	createSession,
	createSignup,
	createUser,
	getSharedPool,
	type UserOverrides,
} from './rows.ts';
import {
	addToSeries,
	createEarlierSignup,
	createFailedAnnouncement,
	createFailedGroupPost,
	createFailedMirror,
	createScriptOf,
	createScriptQuestion,
	makeRegular,
} from './scenario.ts';

/** The request of the authorization table whose ids and query a page needs. */
const REQUEST_NAMES: Record<string, string> = {
	'/events/{eventId}/attendance': 'GET /events/{eventId}/attendance own',
	'/events/{eventId}/message': 'GET /events/{eventId}/message own',
	'/events/{eventId}/rounds': 'POST /events/{eventId}/rounds groups.nextRound',
	'/events/{eventId}/tables': 'GET /events/{eventId}/tables own',
	'/events/{eventId}/signups/{signupId}': 'PUT /api/events/{eventId}/signups/{signupId}/place',
};
/** Goes to the list of events: only a form is sent there. */
const UNDO_ADDRESS = '/undo/{entryId}';
export const SIGNED_OUT = ['/', '/login', '/profile/deleted'];

/** Returns every page, with its address as the OpenAPI document writes it. Those in `SIGNED_OUT` come first. */
function listPages(): string[] {
	const pages = listAddresses().flatMap(({ isPage, address }) =>
		isPage && address !== UNDO_ADDRESS ? [address] : [],
	);
	return [...SIGNED_OUT, ...pages.filter((address) => !SIGNED_OUT.includes(address))];
}

/**
 * Signs an admin in and yields every page for signed-in users, with the path and the query of one that has something to
 * show.
 */
export async function* openEveryPage(
	signInAs: (overrides: UserOverrides) => Promise<CreatedUser>,
	discord: StandInState,
): AsyncGenerator<{ address: string; path: string; query: string }, void, void> {
	const actor = await signInAs({ role: 'admin' });
	const other = await createUser();
	const event = await addEventRow({ creatorId: other.id });
	const [late, declined] = [await createUser(), await createUser()];
	await createSignup(event.id, late.id, 'late', 'some words');
	await createSignup(event.id, declined.id, 'declined');
	await createSignup(event.id, actor.id, 'confirmed', 'mine');
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Owls', players: [actor, late, declined] }]);
	await addCommentRow(event.id, other.id, 'Who brings the board?');
	await createGuests(event.id, AUTO_SPLIT.triggerCount);
	await createFailedMirror({ event });
	await createFailedAnnouncement({ event });
	await createFailedGroupPost({ event });
	await createEarlierSignup({ other });
	await createScriptOf({ actor, other }, 'other');
	await createScriptQuestion(event);
	for (let count = 0; count < 2; count++) await createSession(actor.id);
	await getSharedPool().query('UPDATE events SET capacity = 30 WHERE id = $1', [event.id]);
	await getSharedPool().query(
		`UPDATE signups SET place = 'placed', asked_at = created_at WHERE event_id = $1 AND status IN ('confirmed', 'late')`,
		[event.id],
	);
	const standby = await createSignup(event.id, (await createUser()).id, 'tentative');
	await getSharedPool().query('UPDATE signups SET standby = true WHERE id = $1', [standby]);
	const cancelled = await addEventRow({ status: 'cancelled' });
	yield { address: '/events/{eventId}/edit', path: `/events/${cancelled.id}/edit`, query: '' };
	yield { address: '/events', path: '/events', query: '?view=past' };
	for (const address of listPages().filter((each) => !SIGNED_OUT.includes(each))) {
		const buildRequest = REQUESTS[REQUEST_NAMES[address] ?? `GET ${address}`];
		const ownEvent = buildRequest ? await addEventRow({ creatorId: other.id }) : event;
		const request = await buildRequest?.({ actor, other, event: ownEvent, discord });
		const ids: Record<string, string> = { eventId: ownEvent.id, ...request?.ids };
		const path = address.replaceAll(/\{(\w+)\}/g, (_, name) => String(ids[name]));
		const query = request?.query ?? (address === '/profile/delete' ? '?step=3' : '');
		yield { address, path, query };
	}
	const running = await addEventRow({ date: new Date(Date.now() - 60_000) });
	const offered = await addEventRow();
	await getSharedPool().query('UPDATE events SET capacity = 1 WHERE id = $1', [offered.id]);
	await saveGroupsAsAnotherUser(running.id, [{ name: 'Bats', players: [late], storyteller: actor }]);
	const offeredSignup = await createSignup(offered.id, actor.id, 'confirmed');
	await getSharedPool().query(
		`UPDATE signups SET place = 'offered', asked_at = now(), offered_at = now(), offer_expires_at = now() + interval '1 hour' WHERE id = $1`,
		[offeredSignup],
	);
	yield { address: '/events/{eventId}', path: `/events/${running.id}`, query: '' };
	yield { address: '/events/{eventId}', path: `/events/${offered.id}`, query: '?menu=storyteller' };
	const [ofSeries, ofRegular] = [await addEventRow(), await addEventRow()];
	await addToSeries({ event: ofSeries });
	await createSignup(ofSeries.id, actor.id, 'late');
	await makeRegular({ event: ofRegular, actor });
	yield { address: '/events/{eventId}', path: `/events/${ofSeries.id}`, query: '' };
	yield { address: '/events/{eventId}', path: `/events/${ofRegular.id}`, query: '' };
	yield { address: '/events/{eventId}/series', path: `/events/${ofSeries.id}/series`, query: '' };
}
