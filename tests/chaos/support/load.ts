import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandomInteger } from '~/domain/groups/auto-split/random.ts';
import { SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';
import type { CreatedUser } from '~/tests/e2e/support/rows.ts';
import type { Cluster } from './cluster.ts';
import { Ledger } from './ledger.ts';
import {
	isUncertain,
	type OutgoingRequest,
	type ReceivedResponse,
	send,
	wasConnectionRefused,
} from './requests.ts';
import { LoadStatistics } from './statistics.ts';
import { waitUntil } from './wait-until.ts';

const MAX_ATTEMPTS = 200;
const WEEK_MS = 7 * 86_400_000;

const READ_PATHS = ['/events', '/events/{id}', '/api/events', '/api/events/{id}'];

type NewEvent = { id: string; title: string };

/**
 * `mirrored`: the edited events are mirrored to Discord. `balancer`: gets all requests, instead of the replicas in
 * turn.
 */
export type LoadOptions = {
	clients?: number;
	thinkMs?: number;
	seed?: number;
	mirrored?: boolean;
	balancer?: { url: string } | null;
};

/**
 * Clients that sign up, comment, edit, create and read. Each client is its own user, sends one request at a time and
 * uses all replicas in turn. A write without a certain response is sent again with the same key until it has one.
 */
export class Load {
	readonly ledger = new Ledger();
	readonly statistics = new LoadStatistics();
	readonly #cluster: Cluster;
	readonly #options: Required<LoadOptions>;
	readonly #clients: Promise<void>[] = [];
	#isStopping = false;
	#nextReplica = 0;

	private constructor(cluster: Cluster, options: Required<LoadOptions>) {
		this.#cluster = cluster;
		this.#options = options;
	}

	/** Starts the clients and waits for one write per client. */
	static async start(cluster: Cluster, options: LoadOptions = {}): Promise<Load> {
		const load = new Load(cluster, {
			clients: 8,
			thinkMs: 20,
			seed: 1,
			mirrored: false,
			balancer: null,
			...options,
		});
		const creator = await cluster.createUser({ role: 'creator' });
		const event = await load.#createEvent(creator, load.#options.mirrored);
		if (event === null) throw new Error(`The load's event was refused: ${load.statistics}`);
		for (let index = 0; index < load.#options.clients; index += 1) {
			const user = await cluster.createUser({ role: index % 4 === 0 ? 'creator' : 'player' });
			load.#clients.push(
				load.#runClient(user, event.id, createRandomInteger(load.#options.seed * 1_000 + index)),
			);
		}
		await load.waitForWrites(load.#options.clients);
		return load;
	}

	/** Waits until `count` more writes are acknowledged. */
	waitForWrites(count: number, timeoutMs = 60_000): Promise<void> {
		const targetCount = this.statistics.writes + count;
		return waitUntil(`${count} writes`, () => this.statistics.writes >= targetCount, timeoutMs);
	}

	/** Waits until `count` more requests have failed, which shows that the fault has reached the clients. */
	waitForFailures(count: number, timeoutMs = 60_000): Promise<void> {
		const targetCount = this.statistics.failed + count;
		return waitUntil(`${count} failed requests`, () => this.statistics.failed >= targetCount, timeoutMs);
	}

	/** Stops the clients after their current requests. */
	async stop(): Promise<void> {
		this.#isStopping = true;
		await Promise.all(this.#clients);
	}

	async #runClient(
		user: CreatedUser,
		sharedEventId: string,
		random: (below: number) => number,
	): Promise<void> {
		const ownEvent = user.role === 'creator' ? await this.#createEvent(user, this.#options.mirrored) : null;
		let extraEvent: NewEvent | null = null;
		while (!this.#isStopping) {
			const choice = random(10);
			if (choice < 4) await this.#signUp(user, sharedEventId, random);
			else if (choice < 6) await this.#comment(user, sharedEventId);
			else if (choice < 7 && ownEvent !== null) await this.#edit(user, ownEvent.id);
			else if (choice < 8 && ownEvent !== null && random(5) === 0) {
				if (extraEvent !== null) await this.#deleteEvent(user, extraEvent);
				extraEvent = await this.#createEvent(user);
			} else await this.#read(user, READ_PATHS[random(READ_PATHS.length)] ?? '', sharedEventId);
			await wait(this.#options.thinkMs);
		}
	}

	async #signUp(user: CreatedUser, eventId: string, random: (below: number) => number): Promise<void> {
		const status = SIGNUP_STATUSES[random(SIGNUP_STATUSES.length)] ?? 'confirmed';
		const entry = this.ledger.getSignup(eventId, user.id);
		entry.uncertain.push(status);
		const { status: responseStatus } = await this.#write(user, `/api/events/${eventId}/signup`, { status });
		if (responseStatus < 300 && responseStatus > 0) Object.assign(entry, { last: status, uncertain: [] });
	}

	async #comment(user: CreatedUser, eventId: string): Promise<void> {
		const body = `Comment ${randomUUID()}`;
		const entry = { eventId, isAcknowledged: false };
		this.ledger.comments.set(body, entry);
		const { status } = await this.#write(user, `/api/events/${eventId}/comments`, { body });
		entry.isAcknowledged = status === 201;
	}

	async #createEvent(user: CreatedUser, createDiscordEvent = false): Promise<NewEvent | null> {
		const title = `Event ${randomUUID()}`;
		const entry = { isAcknowledged: false, isDeleted: false };
		this.ledger.events.set(title, entry);
		const { status, body } = await this.#write(user, '/api/events', {
			title,
			description: '',
			createDiscordEvent,
			date: new Date(Date.now() + WEEK_MS).toISOString(),
		});
		entry.isAcknowledged = status === 201;
		if (status !== 201) return null;
		const { id } = body as { id: string };
		return { id, title };
	}

	/** Deletes an event, because a list of events that grows with the load would look like a memory leak. */
	async #deleteEvent(user: CreatedUser, { id, title }: NewEvent): Promise<void> {
		const request = { method: 'DELETE', path: `/api/events/${id}`, token: user.token };
		this.ledger.events.set(title, { isAcknowledged: false, isDeleted: true });
		const response = await this.#sendUntilCertain(request);
		if (isUncertain(response)) return;
		this.ledger.events.set(title, { isAcknowledged: true, isDeleted: true });
		// 404: an earlier attempt without a response has deleted it.
		if (response.status === 200) this.statistics.writes += 1;
		else if (response.status !== 404) {
			this.statistics.violations.push(`DELETE /api/events/${id} returned ${response.status}`);
		}
	}

	/** An edit has a version instead of a key, so an edit without a response cannot be applied after the next one. */
	async #edit(user: CreatedUser, eventId: string): Promise<void> {
		const path = `/api/events/${eventId}`;
		const { status, body: event } = await this.#sendUntilCertain({ method: 'GET', path, token: user.token });
		if (status !== 200) return;
		const { title, date, version, description: currentDescription } = event as Record<string, string>;
		const entry = this.ledger.getDescription(eventId, '');
		if (currentDescription === undefined || ![entry.last, ...entry.uncertain].includes(currentDescription)) {
			this.statistics.violations.push(`event ${eventId} shows an unexpected edit`);
		}
		const description = `Edit ${randomUUID()}`;
		entry.uncertain.push(description);
		const request = { method: 'PUT', path, token: user.token, body: { title, date, version, description } };
		const response = await this.#sendOnce(request);
		if (response.status === 200) {
			Object.assign(entry, { last: description, uncertain: [] });
			this.statistics.writes += 1;
		}
	}

	async #read(user: CreatedUser, pathPattern: string, eventId: string): Promise<void> {
		const path = pathPattern.replace('{id}', eventId);
		await this.#sendOnce({ method: 'GET', path, token: user.token });
	}

	async #write(user: CreatedUser, path: string, body: object): Promise<ReceivedResponse> {
		const response = await this.#sendUntilCertain({
			method: 'POST',
			path,
			token: user.token,
			key: randomUUID(),
			body,
		});
		if (isUncertain(response)) return response;
		if (response.status >= 300) {
			this.statistics.violations.push(
				`POST ${path} returned ${response.status}: ${JSON.stringify(response.body)}`,
			);
		} else this.statistics.writes += 1;
		return response;
	}

	/** Sends a request again, with the same key, until the response is certain. */
	async #sendUntilCertain(request: OutgoingRequest): Promise<ReceivedResponse> {
		let response = await this.#sendOnce(request);
		for (let attempts = 1; isUncertain(response) && attempts < MAX_ATTEMPTS; attempts += 1) {
			await wait(10 * this.#options.thinkMs);
			response = await this.#sendOnce(request);
		}
		return response;
	}

	/** Sends one request to the balancer, or else to the next replica that accepts connections. */
	async #sendOnce(request: OutgoingRequest): Promise<ReceivedResponse> {
		const { balancer } = this.#options;
		const replicas = balancer ? [balancer] : [...this.#cluster.replicas];
		let response: ReceivedResponse = { status: 0, body: null, error: 'ECONNREFUSED', ms: 0 };
		this.#nextReplica += 1;
		const firstReplica = this.#nextReplica;
		for (const index of replicas.keys()) {
			const replica = replicas[(firstReplica + index) % replicas.length];
			if (replica && wasConnectionRefused(response)) response = await send(replica.url, request);
		}
		this.statistics.add(response);
		return response;
	}
}
