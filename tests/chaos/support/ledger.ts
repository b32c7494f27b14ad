/** The possible current values: the last acknowledged one, or one whose write has no certain response. */
type Expected = { last: string | null; uncertain: string[] };

/** `isAcknowledged`: the event must exist, or must not when `isDeleted`. */
type ExpectedEvent = { isAcknowledged: boolean; isDeleted: boolean };

/** Records the writes of a load's clients, to compare them with the database. */
export class Ledger {
	/** Signup statuses by `event user`. */
	readonly signups = new Map<string, Expected & { eventId: string; userId: string }>();
	/** Descriptions of edited events by event. */
	readonly descriptions = new Map<string, Expected & { eventId: string }>();
	/** Comments by text and events by title. Each is sent with one key. */
	readonly comments = new Map<string, { eventId: string; isAcknowledged: boolean }>();
	readonly events = new Map<string, ExpectedEvent>();

	getSignup(eventId: string, userId: string) {
		return getOrAdd(this.signups, `${eventId} ${userId}`, { eventId, userId, last: null, uncertain: [] });
	}

	getDescription(eventId: string, initial: string) {
		return getOrAdd(this.descriptions, eventId, { eventId, last: initial, uncertain: [] });
	}
}

function getOrAdd<Value>(map: Map<string, Value>, key: string, initial: Value): Value {
	const value = map.get(key) ?? initial;
	map.set(key, value);
	return value;
}
