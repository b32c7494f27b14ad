import { createHash } from 'node:crypto';
import { toSnowflake } from '~/domain/discord/scheduled-event.ts';
import { toBotUserObject, toUserObject } from './objects.ts';
import { compareSnowflakes } from './snowflakes.ts';
import type { StandInState } from './state.ts';

export const SCHEDULED = 1;
export const ACTIVE = 2;
export const COMPLETED = 3;
export const CANCELED = 4;
export type EventStatus = 1 | 2 | 3 | 4;

const WEEKLY = 2;
const WEEK_MS = 7 * 24 * 3_600_000;

export const VOICE = 2;
export const EXTERNAL = 3;

export type EventImage = { hash: string; type: string; bytes: Buffer };

/** One date of a repeating event that was changed alone. */
type DateException = {
	originalStart: Date;
	startsAt: Date | null;
	endsAt: Date | null;
	isCanceled: boolean;
};

/** A scheduled event of the server. */
export type StandInEvent = {
	id: string;
	name: string;
	description: string | null;
	/** The location of an external event; null for a voice or stage event. */
	location: string | null;
	entityType: 1 | 2 | 3;
	channelId: string | null;
	startsAt: Date;
	endsAt: Date | null;
	status: EventStatus;
	/** Null: created before Discord stored the creator. */
	creatorId: string | null;
	image: EventImage | null;
	/** Null: the event takes place once. The start and end above are those of the next date. */
	repeats: { everyWeeks: number; since: Date } | null;
	/** The dates of a repeating event that were moved or cancelled alone. */
	exceptions: DateException[];
	/** The IDs of interested users that are counted but missing from the list, as when Discord has a problem. */
	unlisted: readonly string[];
	/** Responses by user ID: 1 is interested; 0 is the remaining row of a user who is no longer interested. */
	responses: Map<string, 0 | 1>;
};

/** The values of a new event. The default is an external event of one hour, created by the bot. */
export type NewEvent = Pick<StandInEvent, 'name' | 'startsAt'> &
	Partial<Omit<StandInEvent, 'id' | 'responses'>>;
export type EventChanges = Partial<Omit<StandInEvent, 'id' | 'responses'>>;

/** The scheduled events of the server. Every change is announced to the gateway. No rules are checked here. */
export class ScheduledEvents {
	readonly #events = new Map<string, StandInEvent>();
	readonly #state: StandInState;

	constructor(state: StandInState) {
		this.#state = state;
	}

	/** Returns the events in the order of their creation. */
	list(): StandInEvent[] {
		return [...this.#events.values()];
	}

	find(id: string): StandInEvent | undefined {
		return this.#events.get(id);
	}

	/** Returns the number of events that count towards the limit of 100. */
	countOpen(): number {
		return this.list().filter(isOpen).length;
	}

	clear(): void {
		this.#events.clear();
	}

	add(init: NewEvent): StandInEvent {
		const event: StandInEvent = {
			id: this.#state.nextId(),
			description: null,
			location: init.entityType && init.entityType !== EXTERNAL ? null : 'The town square',
			entityType: EXTERNAL,
			channelId: null,
			endsAt: new Date(init.startsAt.getTime() + 3_600_000),
			status: SCHEDULED,
			creatorId: this.#state.guild.botUserId,
			image: null,
			repeats: null,
			exceptions: [],
			unlisted: [],
			...init,
			responses: new Map(),
		};
		this.#events.set(event.id, event);
		this.#state.announce('GUILD_SCHEDULED_EVENT_CREATE', toEventObject(this.#state, event));
		return event;
	}

	/** Changes an event. A repeating event that is completed moves on to its next date, and is scheduled again. */
	update(id: string, changes: EventChanges): StandInEvent {
		const event = Object.assign(this.#get(id), changes);
		if (event.repeats && event.status === COMPLETED) {
			const periodMs = event.repeats.everyWeeks * WEEK_MS;
			event.startsAt = new Date(event.startsAt.getTime() + periodMs);
			event.endsAt = event.endsAt && new Date(event.endsAt.getTime() + periodMs);
			event.status = SCHEDULED;
		}
		this.#state.announce('GUILD_SCHEDULED_EVENT_UPDATE', toEventObject(this.#state, event));
		return event;
	}

	/**
	 * Does what Discord does without a request as time passes: it starts external events at their start and completes them
	 * at their end.
	 */
	passTime(now: Date): void {
		for (const event of this.list().filter(({ entityType }) => entityType === EXTERNAL)) {
			if (event.status === SCHEDULED && event.startsAt <= now) this.update(event.id, { status: ACTIVE });
			if (event.status === ACTIVE && event.endsAt && event.endsAt <= now) {
				this.update(event.id, { status: COMPLETED });
			}
		}
	}

	remove(id: string): void {
		const event = this.#get(id);
		this.#events.delete(id);
		this.#state.announce('GUILD_SCHEDULED_EVENT_DELETE', toEventObject(this.#state, event));
	}

	addInterest(id: string, userId: string): void {
		this.#get(id).responses.set(userId, 1);
		this.#announceInterest('GUILD_SCHEDULED_EVENT_USER_ADD', id, userId);
	}

	removeInterest(id: string, userId: string, keepsRow: boolean): void {
		const { responses } = this.#get(id);
		if (keepsRow) responses.set(userId, 0);
		else responses.delete(userId);
		this.#announceInterest('GUILD_SCHEDULED_EVENT_USER_REMOVE', id, userId);
	}

	#announceInterest(type: string, id: string, userId: string): void {
		this.#state.announce(type, {
			guild_scheduled_event_id: id,
			user_id: userId,
			guild_id: this.#state.guild.guildId,
		});
	}

	#get(id: string): StandInEvent {
		const event = this.#events.get(id);
		if (!event) throw new Error(`The Discord stand-in has no scheduled event with the ID ${id}`);
		return event;
	}
}

export const isOpen = ({ status }: StandInEvent) => status === SCHEDULED || status === ACTIVE;

/** Returns Discord's scheduled event object. `withCount` adds the number of interested users. */
export function toEventObject(state: StandInState, event: StandInEvent, withCount = false) {
	const creator = state.users.get(event.creatorId ?? '');
	return {
		id: event.id,
		guild_id: state.guild.guildId,
		name: event.name,
		description: event.description,
		channel_id: event.channelId,
		creator_id: event.creatorId,
		...(event.creatorId === null
			? {}
			: { creator: creator ? toUserObject(creator) : toBotUserObject(state) }),
		image: event.image?.hash ?? null,
		scheduled_start_time: event.startsAt.toISOString(),
		scheduled_end_time: event.endsAt?.toISOString() ?? null,
		status: event.status,
		entity_type: event.entityType,
		entity_id: null,
		recurrence_rule: event.repeats && toRecurrenceRule(event.repeats),
		privacy_level: 2,
		guild_scheduled_event_exceptions: event.exceptions.map((exception) => ({
			event_id: event.id,
			event_exception_id: toSnowflake(exception.originalStart),
			scheduled_start_time: exception.startsAt?.toISOString() ?? null,
			scheduled_end_time: exception.endsAt?.toISOString() ?? null,
			is_canceled: exception.isCanceled,
		})),
		entity_metadata: event.entityType === EXTERNAL ? { location: event.location ?? '' } : null,
		...(withCount ? { user_count: listInterested(event).length } : {}),
	};
}

const toRecurrenceRule = ({ everyWeeks, since }: NonNullable<StandInEvent['repeats']>) => ({
	start: since.toISOString(),
	end: null,
	frequency: WEEKLY,
	interval: everyWeeks,
	// Discord counts from Monday.
	by_weekday: [(since.getUTCDay() + 6) % 7],
	by_n_weekday: null,
	by_month: null,
	by_month_day: null,
	by_year_day: null,
	count: null,
});

/** Returns the IDs of the interested users in ascending order, as Discord lists them. */
export const listInterested = (event: StandInEvent) =>
	[...event.responses].flatMap(([id, response]) => (response === 1 ? [id] : [])).sort(compareSnowflakes);

/** Parses `data:image/…;base64,…`. Returns null for other text, or when the first bytes are not of an image. */
export function parseImage(dataUri: string): EventImage | null {
	const match = /^data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUri);
	const [, type, text] = match ?? [];
	if (!type || !text) return null;
	const bytes = Buffer.from(text, 'base64');
	const signature = bytes.subarray(0, 4).toString('latin1');
	const isImage = ['\x89PNG', '\xFF\xD8\xFF', 'GIF8', 'RIFF'].some((magic) => signature.startsWith(magic));
	if (!isImage) return null;
	return { hash: createHash('sha256').update(bytes).digest('hex').slice(0, 32), type, bytes };
}
