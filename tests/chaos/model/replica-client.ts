import { deepStrictEqual } from 'node:assert';
import type { Cluster } from '../support/cluster.ts';
import { type ReceivedResponse, send } from '../support/requests.ts';
import {
	type Oracle,
	type OracleEvent,
	type OracleUser,
	sortById,
	toExpectedEvent,
	toExpectedGroups,
} from './oracle.ts';

/** Which of a user's two sessions sends a request, and which of the two replicas receives it. */
export type Sender = { session: 0 | 1; replica: 0 | 1 };

type ResponseRow = { id: string; user_id: string; status: string; notes: string | null; body: string };

type EventView = Pick<OracleEvent, 'id' | 'title' | 'status' | 'version'> & { signups: ResponseRow[] };

/** Calls the two replicas over HTTP. */
export class ReplicaClient {
	readonly #cluster: Cluster;

	constructor(cluster: Cluster) {
		this.#cluster = cluster;
	}

	send(
		actor: OracleUser,
		{ session, replica }: Sender,
		call: string,
		body?: object,
		key?: string,
	): Promise<ReceivedResponse> {
		const [method = '', path = ''] = call.split(' ');
		const base = this.#cluster.replicas[replica]?.url ?? '';
		const request = { method, path: `/api${path}`, token: actor.tokens[session] };
		return send(base, { ...request, ...(body ? { body } : {}), ...(key ? { key } : {}) });
	}

	/** Throws when a replica shows `viewer` an event that differs from the oracle's event. */
	async compare(event: OracleEvent, viewer: OracleUser): Promise<void> {
		for (const replica of [0, 1] as const) {
			const get = (path: string) => this.send(viewer, { session: replica, replica }, `GET ${path}`);
			const base = `/events/${event.id}`;
			const [eventResponse, comments, groups] = await Promise.all([
				get(base),
				get(`${base}/comments`),
				get(`${base}/groups`),
			]);
			const statuses = [eventResponse.status, comments.status, groups.status];
			if (event.isDeleted) {
				deepStrictEqual(statuses, [404, 404, 404]);
				continue;
			}
			deepStrictEqual(statuses, [200, 200, 200]);
			deepStrictEqual(parseEvent(eventResponse), toExpectedEvent(event, viewer));
			deepStrictEqual(parseComments(comments), event.comments);
			deepStrictEqual(parseGroups(groups), toExpectedGroups(event));
		}
	}

	/** Throws when a replica's event list or a user's role differs from the oracle. */
	async compareAll(oracle: Oracle): Promise<void> {
		const visibleEvents = oracle.events.filter(({ isDeleted }) => !isDeleted);
		for (const user of oracle.users) {
			for (const replica of [0, 1] as const) {
				const [list, me] = await Promise.all([
					this.send(user, { session: replica, replica }, 'GET /events'),
					this.send(user, { session: replica, replica }, 'GET /auth/me'),
				]);
				deepStrictEqual((me.body as { role: string }).role, user.role);
				const listed = (list.body as Record<string, string>[]).map((event) => ({
					id: event.id ?? '',
					title: event.title,
					status: event.status,
					count: event.signup_count,
					own: event.user_signup_status,
				}));
				const expected = visibleEvents.map(({ id, title, status, signups }) => ({
					id,
					title,
					status,
					count: signups.size,
					own: signups.get(user.id)?.status ?? null,
				}));
				deepStrictEqual(sortById<{ id: string }>(listed), sortById<{ id: string }>(expected));
			}
		}
		for (const event of oracle.events) for (const user of oracle.users) await this.compare(event, user);
	}
}

function parseEvent({ body }: ReceivedResponse) {
	const { id, title, status, version, signups } = body as EventView;
	const rows = signups.map(({ id, user_id, status, notes }) => ({ id, user_id, status, notes }));
	return { id, title, status, version, signups: sortById(rows) };
}

function parseComments({ body }: ReceivedResponse) {
	return (body as ResponseRow[]).map(({ id, user_id, body: text }) => ({ id, userId: user_id, body: text }));
}

function parseGroups({ body }: ReceivedResponse) {
	const { version, groups } = body as { version: number; groups: { players: string[] }[] };
	return { version, players: groups.map(({ players }) => players) };
}
