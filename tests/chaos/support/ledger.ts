/** What a value must be by now: the last acknowledged one, or one whose write had no certain answer. */
type Expected = { last: string | null; maybe: string[] };

/** What the clients of a load know about their own writes, for the comparison with the database. */
export class Ledger {
	/** Signup statuses by `event user`. */
	readonly signups = new Map<string, Expected & { eventId: string; userId: string }>();
	/** Descriptions of edited events by event. */
	readonly descriptions = new Map<string, Expected & { eventId: string }>();
	/** Comments by their text, events by their title: each is sent under one key. True: acknowledged. */
	readonly comments = new Map<string, { eventId: string; isWritten: boolean }>();
	readonly events = new Map<string, { isWritten: boolean }>();

	signup(eventId: string, userId: string) {
		return find(this.signups, `${eventId} ${userId}`, { eventId, userId, last: null, maybe: [] });
	}

	description(eventId: string, first: string) {
		return find(this.descriptions, eventId, { eventId, last: first, maybe: [] });
	}
}

function find<Value>(map: Map<string, Value>, key: string, first: Value): Value {
	const found = map.get(key) ?? first;
	map.set(key, found);
	return found;
}
