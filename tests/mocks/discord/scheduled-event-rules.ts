import { type Answer, errorAnswer, type Fault, formErrorAnswer } from './answers.ts';
import {
	ACTIVE,
	CANCELED,
	COMPLETED,
	type EventChanges,
	type EventStatus,
	EXTERNAL,
	isOpen,
	readImage,
	SCHEDULED,
	type StandInEvent,
} from './scheduled-events.ts';

export const MAX_OPEN_EVENTS = 100;
export const TOO_MANY_EVENTS = errorAnswer(
	400,
	30_038,
	'Maximum number of uncompleted guild scheduled events reached (100)',
);
export const FINISHED_EVENT = errorAnswer(400, 180_000, 'Cannot update a finished event');

/** A create or an edit, as far as the schema let it through. */
export type EventBody = {
	name?: string;
	description?: string | null;
	image?: string | null;
	scheduled_start_time?: string;
	scheduled_end_time?: string | null;
	entity_type?: 1 | 2 | 3 | null;
	channel_id?: string | null;
	entity_metadata?: { location?: string } | null;
	status?: EventStatus | null;
};

const STEPS: Record<EventStatus, readonly EventStatus[]> = {
	[SCHEDULED]: [ACTIVE, CANCELED],
	[ACTIVE]: [COMPLETED],
	[COMPLETED]: [],
	[CANCELED]: [],
};

/**
 * What Discord refuses beyond its schema. `current` is null for a new event. The codes of the tree are Discord's own
 * where they are known; Discord publishes no list of them, so nobody should go by them.
 */
export function findFaults(body: EventBody, current: StandInEvent | null, now: Date): Fault[] {
	const entityType = body.entity_type ?? current?.entityType;
	const wasExternal = current?.entityType === EXTERNAL;
	return [
		...findLengthFaults(body),
		...(entityType === EXTERNAL
			? findExternalFaults(body, current, wasExternal)
			: findVoiceFaults(body, current)),
		...findScheduleFaults(body, current, now),
		...findStatusFaults(body, current),
		...(typeof body.image === 'string' && !readImage(body.image)
			? [fault('image', 'IMAGE_INVALID', 'Invalid image data')]
			: []),
	];
}

/** Discord's answer to texts of the wrong length, which its schema forbids in part; null when they are not what is wrong. */
export function refuseLengths(json: unknown): Answer | null {
	const faults = typeof json === 'object' && json !== null ? findLengthFaults(json) : [];
	return faults.length > 0 ? formErrorAnswer(faults) : null;
}

function findLengthFaults(body: EventBody): Fault[] {
	return [
		...checkLength('name', body.name, 100),
		...checkLength('description', body.description, 1000),
		...checkLength('entity_metadata.location', body.entity_metadata?.location, 100),
	];
}

function checkLength(path: string, text: unknown, max: number): Fault[] {
	if (typeof text !== 'string') return [];
	const isRight = text.trim().length >= 1 && text.length <= max;
	return isRight ? [] : [fault(path, 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${max} in length.`)];
}

function findExternalFaults(body: EventBody, current: StandInEvent | null, wasExternal: boolean): Fault[] {
	const faults: Fault[] = [];
	const keptEnd = body.scheduled_end_time === undefined ? current?.endsAt : body.scheduled_end_time;
	if (!keptEnd) faults.push(required('scheduled_end_time'));
	if (body.entity_metadata?.location === undefined && !(wasExternal && !body.entity_metadata)) {
		faults.push(required('entity_metadata.location'));
	}
	const channel = body.channel_id === undefined ? current?.channelId : body.channel_id;
	if (channel) {
		faults.push(fault('channel_id', 'BASE_TYPE_CHOICES', 'An external event has no channel.'));
	}
	return faults;
}

function findVoiceFaults(body: EventBody, current: StandInEvent | null): Fault[] {
	const faults: Fault[] = [];
	const channel = body.channel_id === undefined ? current?.channelId : body.channel_id;
	if (!channel) faults.push(required('channel_id'));
	if (body.entity_metadata) {
		const code = 'GUILD_SCHEDULED_EVENT_ENTITY_METADATA_UNSUPPORTED';
		faults.push(fault('entity_metadata', code, 'Only an external event has a location.'));
	}
	return faults;
}

/** A start that is sent counts as a change even when it is the one that was there. */
function findScheduleFaults(body: EventBody, current: StandInEvent | null, now: Date): Fault[] {
	const faults: Fault[] = [];
	if (body.scheduled_start_time !== undefined) {
		if (current?.status === ACTIVE) {
			const code = 'GUILD_SCHEDULED_EVENT_SCHEDULE_INVALID_START_BY_STATUS';
			faults.push(
				fault('scheduled_start_time', code, 'Cannot change the start of an event that has started.'),
			);
		} else if (Date.parse(body.scheduled_start_time) <= now.getTime()) {
			const code = 'GUILD_SCHEDULED_EVENT_SCHEDULE_PAST';
			faults.push(fault('scheduled_start_time', code, 'Cannot schedule event in the past.'));
		}
	}
	const { startsAt, endsAt } = { ...current, ...readTimes(body) };
	const isTimeSent = body.scheduled_start_time !== undefined || Boolean(body.scheduled_end_time);
	if (isTimeSent && startsAt && endsAt && endsAt <= startsAt) {
		const code = 'GUILD_SCHEDULED_EVENT_SCHEDULE_END_BEFORE_START';
		faults.push(fault('scheduled_end_time', code, 'An event cannot end before it starts.'));
	}
	return faults;
}

function findStatusFaults(body: EventBody, current: StandInEvent | null): Fault[] {
	const { status } = body;
	if (!status || !current || status === current.status || STEPS[current.status].includes(status)) return [];
	const code = 'GUILD_SCHEDULED_EVENT_INVALID_STATUS_TRANSITION';
	return [fault('status', code, `Cannot go from status ${current.status} to ${status}.`)];
}

export const isFinal = (event: StandInEvent) => !isOpen(event);

/** A body without faults, as what it changes. */
export function readChanges(body: EventBody): EventChanges {
	const changes: EventChanges = readTimes(body);
	if (body.name !== undefined) changes.name = body.name;
	if (body.description !== undefined) changes.description = body.description;
	if (body.image !== undefined) changes.image = body.image === null ? null : readImage(body.image);
	if (body.entity_type) changes.entityType = body.entity_type;
	if (body.channel_id !== undefined) changes.channelId = body.channel_id;
	if (body.entity_metadata?.location !== undefined) changes.location = body.entity_metadata.location;
	if (body.status) changes.status = body.status;
	return changes;
}

function readTimes(body: EventBody): Pick<EventChanges, 'startsAt' | 'endsAt'> {
	const end = body.scheduled_end_time;
	return {
		...(body.scheduled_start_time === undefined ? {} : { startsAt: new Date(body.scheduled_start_time) }),
		...(end === undefined ? {} : { endsAt: end === null ? null : new Date(end) }),
	};
}

const fault = (path: string, code: string, message: string): Fault => ({ path, code, message });
const required = (path: string) => fault(path, 'BASE_TYPE_REQUIRED', 'This field is required');
