import { deepStrictEqual } from 'node:assert';
import { type Received, send } from '../support/requests.ts';
import type { Town } from '../support/town.ts';
import {
	type Oracle,
	type OracleEvent,
	type OracleUser,
	sortById,
	toExpectedEvent,
	toExpectedGroups,
} from './oracle.ts';

/** Which of a user's two sessions sends a request, and to which of the two replicas. */
export type Way = { session: 0 | 1; replica: 0 | 1 };

type Row = { id: string; user_id: string; status: string; notes: string | null; body: string };

type Shown = Pick<OracleEvent, 'id' | 'title' | 'status' | 'version'> & { signups: Row[] };

/** The two replicas, asked over HTTP. */
export class Real {
	readonly #town: Town;

	constructor(town: Town) {
		this.#town = town;
	}

	send(
		actor: OracleUser,
		{ session, replica }: Way,
		call: string,
		body?: object,
		key?: string,
	): Promise<Received> {
		const [method = '', path = ''] = call.split(' ');
		const base = this.#town.replicas[replica]?.url ?? '';
		const sent = { method, path: `/api${path}`, token: actor.tokens[session] };
		return send(base, { ...sent, ...(body ? { body } : {}), ...(key ? { key } : {}) });
	}

	/** Throws when a replica shows `viewer` an event other than the oracle has it. */
	async compare(event: OracleEvent, viewer: OracleUser): Promise<void> {
		for (const replica of [0, 1] as const) {
			const get = (path: string) => this.send(viewer, { session: replica, replica }, `GET ${path}`);
			const base = `/events/${event.id}`;
			const [found, comments, groups] = await Promise.all([
				get(base),
				get(`${base}/comments`),
				get(`${base}/groups`),
			]);
			const statuses = [found.status, comments.status, groups.status];
			if (event.isDeleted) {
				deepStrictEqual(statuses, [404, 404, 404]);
				continue;
			}
			deepStrictEqual(statuses, [200, 200, 200]);
			deepStrictEqual(readEvent(found), toExpectedEvent(event, viewer));
			deepStrictEqual(readComments(comments), event.comments);
			deepStrictEqual(readGroups(groups), toExpectedGroups(event));
		}
	}

	/** Throws when a replica lists other events, or knows another role of a user, than the oracle. */
	async compareAll(oracle: Oracle): Promise<void> {
		const wanted = oracle.events.filter(({ isDeleted }) => !isDeleted);
		for (const user of oracle.users) {
			for (const replica of [0, 1] as const) {
				const [list, me] = await Promise.all([
					this.send(user, { session: replica, replica }, 'GET /events'),
					this.send(user, { session: replica, replica }, 'GET /auth/me'),
				]);
				deepStrictEqual((me.body as { role: string }).role, user.role);
				const listed = (list.body as Record<string, string>[]).map((event) => ({
					...{ id: event.id ?? '', title: event.title, status: event.status },
					...{ count: event.signup_count, own: event.user_signup_status },
				}));
				const expected = wanted.map(({ id, title, status, signups }) => ({
					...{ id, title, status, count: signups.size, own: signups.get(user.id)?.status ?? null },
				}));
				deepStrictEqual(sortById<{ id: string }>(listed), sortById<{ id: string }>(expected));
			}
		}
		for (const event of oracle.events) for (const user of oracle.users) await this.compare(event, user);
	}
}

function readEvent({ body }: Received) {
	const { id, title, status, version, signups } = body as Shown;
	const rows = signups.map(({ id, user_id, status, notes }) => ({ id, user_id, status, notes }));
	return { id, title, status, version, signups: sortById(rows) };
}

function readComments({ body }: Received) {
	return (body as Row[]).map(({ id, user_id, body: text }) => ({ id, userId: user_id, body: text }));
}

function readGroups({ body }: Received) {
	const { version, groups } = body as { version: number; groups: { players: string[] }[] };
	return { version, players: groups.map(({ players }) => players) };
}
