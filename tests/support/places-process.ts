import pg from 'pg';
import { connectDatabase, inTransaction } from '~/database/connection.ts';
import { recordMembership } from '~/server/auth/membership.ts';
import { undoChange } from '~/server/operations/admin/index.ts';
import { updateEvent } from '~/server/operations/events/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { passOnDepartures } from '~/server/operations/members/index.ts';
import { answerOffer, movePlace, settleDueEvents } from '~/server/operations/places/index.ts';
import { deleteSignups, putSignup, removeSignup } from '~/server/operations/signups/index.ts';
import { eraseUser } from '~/server/operations/users/erase-user.ts';

/**
 * What the process breaks on purpose: it does not lock the event before it settles the places, or decides by signups that
 * it has read before it had the lock.
 */
type Fault = 'without the lock' | 'with signups read before the lock';

const OPERATIONS = {
	answerOffer,
	deleteSignups,
	movePlace,
	putSignup,
	removeSignup,
	undoChange,
	updateEvent,
};

/** One operation, at the time `now` of the process's clock. */
export type PlacesCall = {
	name: keyof typeof OPERATIONS | 'eraseUser' | 'recordMembership' | 'passOnDepartures' | 'settleDueEvents';
	actor?: { id: string; role: 'player' | 'creator' | 'admin' };
	now: string;
	params?: Record<string, string>;
	body?: object;
	fault?: Fault | undefined;
};

/** The fault of the last call. */
let fault: Fault | undefined;
/** Opens when two calls with the fault have read the signups: a fault shows only when they overlap. */
let gate = createGate();

function createGate() {
	const { promise, resolve } = Promise.withResolvers<void>();
	let readers = 0;
	return {
		pass: (): Promise<void> => {
			readers += 1;
			if (readers === 2) resolve();
			return promise;
		},
	};
}

/** Runs the operations that its parent sends, as one replica of the app, and responds to each when it has ended. */
function main(): void {
	connectDatabase({ url: String(process.env.DATABASE_URL), poolMax: 10 });
	breakQueries();
	process.on('message', ({ id, call }: { id: number; call: PlacesCall }) => {
		if (call.fault !== fault) gate = createGate();
		fault = call.fault;
		run(call).then(
			() => process.send?.({ id, outcome: 'done' }),
			(error: { kind?: string; message: string }) =>
				process.send?.({ id, outcome: error.kind ?? error.message }),
		);
	});
	process.send?.('ready');
}

function run({ name, actor, now: text, params, body }: PlacesCall): Promise<unknown> {
	const now = new Date(text);
	if (name === 'settleDueEvents') return settleDueEvents(now);
	if (name === 'passOnDepartures') return passOnDepartures(now);
	if (!actor) throw new TypeError('An operation has an actor');
	if (name === 'eraseUser') return inTransaction((transaction) => eraseUser(actor.id, transaction, now));
	if (name === 'recordMembership') return recordMembership(actor.id, params?.isMember === 'true', now);
	return perform(OPERATIONS[name] as typeof putSignup, { actor, now }, {
		params,
		read: () => body ?? {},
	} as never);
}

type Query = (
	this: pg.Client,
	query: string | { text: string },
	values?: unknown[],
) => Promise<pg.QueryResult>;

/** The lock of an event, of a statement of ours or of Sequelize. */
const LOCK = / FOR NO KEY UPDATE( OF e\b)?/;

function breakQueries(): void {
	const client = pg.Client.prototype as unknown as { query: Query };
	const original = client.query;
	let readSignups: Parameters<Query> | undefined;
	const earlyResults = new WeakMap<pg.Client, Promise<pg.QueryResult>>();
	client.query = function (query, values) {
		const text = typeof query === 'string' ? query : query.text;
		const isLock = LOCK.test(text) && /\bevents\b/.test(text);
		if (isLock && fault === 'without the lock') {
			const unlocked = text.replace(LOCK, '');
			// A prepared statement of this name has the lock.
			const unnamed = typeof query === 'string' ? unlocked : { ...query, name: undefined, text: unlocked };
			return original.call(this, unnamed, values);
		}
		const isEarly = fault === 'with signups read before the lock';
		if (isLock && isEarly && readSignups) {
			const early = original.apply(this, readSignups);
			earlyResults.set(this, early);
			return early.then(() => gate.pass()).then(() => original.call(this, query, values));
		}
		if (text.includes('AS "getsMessages"')) {
			readSignups = [query, values];
			const early = isEarly && earlyResults.get(this);
			if (early) return early;
			if (fault === 'without the lock')
				return original.call(this, query, values).then((result) => gate.pass().then(() => result));
		}
		return original.call(this, query, values);
	};
}

if (process.argv[1] === import.meta.filename) main();
