import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { makeRandom } from '~/domain/groups/auto-split/random.ts';
import { SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';
import type { Person } from '~/tests/e2e/support/rows.ts';
import { Ledger } from './ledger.ts';
import { isUncertain, type Received, type Sent, send, wasRefused } from './requests.ts';
import { Statistics } from './statistics.ts';
import type { Town } from './town.ts';
import { until } from './until.ts';

const TRIES = 200;
const IN_A_WEEK = 7 * 86_400_000;

const READS = ['/events', '/events/{id}', '/api/events', '/api/events/{id}'];

/** `mirrored`: the events that are edited are on Discord. */
export type LoadOptions = { clients?: number; thinkMs?: number; seed?: number; mirrored?: boolean };

/**
 * Clients that sign up, comment, edit, create and read, each in its own name and one request at a time, on all replicas
 * in turn. A write without a certain answer is sent again with the same key until it has one.
 */
export class Load {
	readonly ledger = new Ledger();
	readonly statistics = new Statistics();
	readonly #town: Town;
	readonly #options: Required<LoadOptions>;
	readonly #runs: Promise<void>[] = [];
	#isStopping = false;
	#turn = 0;

	private constructor(town: Town, options: Required<LoadOptions>) {
		this.#town = town;
		this.#options = options;
	}

	/** Starts the clients and waits until each has written something. */
	static async start(town: Town, options: LoadOptions = {}): Promise<Load> {
		const load = new Load(town, { clients: 8, thinkMs: 20, seed: 1, mirrored: false, ...options });
		const creator = await town.makePerson({ role: 'creator' });
		const event = await load.#createEvent(creator, load.#options.mirrored);
		if (event === null) throw new Error(`The load's event was refused: ${load.statistics}`);
		for (let index = 0; index < load.#options.clients; index += 1) {
			const person = await town.makePerson({ role: index % 4 === 0 ? 'creator' : 'player' });
			load.#runs.push(load.#runClient(person, event, makeRandom(load.#options.seed * 1_000 + index)));
		}
		await load.untilWrites(load.#options.clients);
		return load;
	}

	/** Waits until so many more writes are acknowledged. */
	untilWrites(count: number, milliseconds = 60_000): Promise<void> {
		const goal = this.statistics.writes + count;
		return until(`${count} writes`, () => this.statistics.writes >= goal, milliseconds);
	}

	/** Waits until so many more requests have failed: the fault has reached the clients. */
	untilFailures(count: number, milliseconds = 60_000): Promise<void> {
		const goal = this.statistics.failed + count;
		return until(`${count} failed requests`, () => this.statistics.failed >= goal, milliseconds);
	}

	/** Lets every client finish its request. */
	async stop(): Promise<void> {
		this.#isStopping = true;
		await Promise.all(this.#runs);
	}

	async #runClient(person: Person, shared: string, random: (below: number) => number): Promise<void> {
		const own = person.role === 'creator' ? await this.#createEvent(person, this.#options.mirrored) : null;
		while (!this.#isStopping) {
			const dice = random(10);
			if (dice < 4) await this.#signUp(person, shared, random);
			else if (dice < 6) await this.#comment(person, shared);
			else if (dice < 7 && own !== null) await this.#edit(person, own);
			else if (dice < 8 && own !== null && random(5) === 0) await this.#createEvent(person);
			else await this.#read(person, READS[random(READS.length)] ?? '', shared);
			await wait(this.#options.thinkMs);
		}
	}

	async #signUp(person: Person, eventId: string, random: (below: number) => number): Promise<void> {
		const status = SIGNUP_STATUSES[random(SIGNUP_STATUSES.length)] ?? 'confirmed';
		const entry = this.ledger.signup(eventId, person.id);
		entry.maybe.push(status);
		const { status: answer } = await this.#write(person, `/api/events/${eventId}/signup`, { status });
		if (answer < 300 && answer > 0) Object.assign(entry, { last: status, maybe: [] });
	}

	async #comment(person: Person, eventId: string): Promise<void> {
		const body = `Comment ${randomUUID()}`;
		const entry = { eventId, isWritten: false };
		this.ledger.comments.set(body, entry);
		const { status } = await this.#write(person, `/api/events/${eventId}/comments`, { body });
		entry.isWritten = status === 201;
	}

	async #createEvent(person: Person, createDiscordEvent = false): Promise<string | null> {
		const title = `Event ${randomUUID()}`;
		const entry = { isWritten: false };
		this.ledger.events.set(title, entry);
		const { status, body } = await this.#write(person, '/api/events', {
			...{ title, description: '', createDiscordEvent },
			date: new Date(Date.now() + IN_A_WEEK).toISOString(),
		});
		entry.isWritten = status === 201;
		if (status !== 201) return null;
		const { id } = body as { id: string };
		this.ledger.description(id, '');
		return id;
	}

	/** An edit has no key, but a version: one whose answer is lost cannot happen after the next one. */
	async #edit(person: Person, eventId: string): Promise<void> {
		const path = `/api/events/${eventId}`;
		const { status, body: event } = await this.#try({ method: 'GET', path, token: person.token });
		if (status !== 200) return;
		const { title, date, version, description: seen } = event as Record<string, string>;
		const entry = this.ledger.description(eventId, '');
		if (seen === undefined || ![entry.last, ...entry.maybe].includes(seen)) {
			this.statistics.faults.push(`event ${eventId} shows an edit that nobody expects`);
		}
		const description = `Edit ${randomUUID()}`;
		entry.maybe.push(description);
		const sent = { method: 'PUT', path, token: person.token, body: { title, date, version, description } };
		const answer = await this.#attempt(sent);
		if (answer.status === 200) {
			Object.assign(entry, { last: description, maybe: [] });
			this.statistics.writes += 1;
		}
	}

	async #read(person: Person, address: string, eventId: string): Promise<void> {
		const path = address.replace('{id}', eventId);
		await this.#attempt({ method: 'GET', path, token: person.token });
	}

	async #write(person: Person, path: string, body: object): Promise<Received> {
		const answer = await this.#try({ method: 'POST', path, token: person.token, key: randomUUID(), body });
		if (isUncertain(answer)) return answer;
		if (answer.status >= 300) {
			this.statistics.faults.push(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
		} else this.statistics.writes += 1;
		return answer;
	}

	/** Sends it again, with the same key, until the answer is certain. */
	async #try(sent: Sent): Promise<Received> {
		let answer = await this.#attempt(sent);
		for (let tries = 1; isUncertain(answer) && tries < TRIES; tries += 1) {
			await wait(10 * this.#options.thinkMs);
			answer = await this.#attempt(sent);
		}
		return answer;
	}

	/** One request, to the next replica whose listener is up. */
	async #attempt(sent: Sent): Promise<Received> {
		const replicas = [...this.#town.replicas];
		let answer: Received = { status: 0, body: null, error: 'ECONNREFUSED', ms: 0 };
		this.#turn += 1;
		const first = this.#turn;
		for (const index of replicas.keys()) {
			const replica = replicas[(first + index) % replicas.length];
			if (replica && wasRefused(answer)) answer = await send(replica.url, sent);
		}
		this.statistics.count(answer);
		return answer;
	}
}
