import {
	createErrorResponse,
	createFormErrorResponse,
	type FieldError,
	type PlainResponse,
} from './responses.ts';
import {
	ACTIVE,
	CANCELED,
	COMPLETED,
	type EventChanges,
	type EventStatus,
	EXTERNAL,
	isOpen,
	parseImage,
	SCHEDULED,
	type StandInEvent,
} from './scheduled-events.ts';

export const MAX_OPEN_EVENTS = 100;
export const TOO_MANY_EVENTS = createErrorResponse(
	400,
	30_038,
	'Maximum number of uncompleted guild scheduled events reached (100)',
);
export const FINISHED_EVENT = createErrorResponse(400, 180_000, 'Cannot update a finished event');

/** The body of a create or an edit that matches the schema. */
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

const STATUS_TRANSITIONS: Record<EventStatus, readonly EventStatus[]> = {
	[SCHEDULED]: [ACTIVE, CANCELED],
	[ACTIVE]: [COMPLETED],
	[COMPLETED]: [],
	[CANCELED]: [],
};

/**
 * Returns the field errors that Discord reports beyond its schema. `current` is null for a new event. The codes are
 * Discord's where they are known. Discord publishes no list of them, so the app must not depend on them.
 */
export function findFieldErrors(body: EventBody, current: StandInEvent | null, now: Date): FieldError[] {
	const entityType = body.entity_type ?? current?.entityType;
	const wasExternal = current?.entityType === EXTERNAL;
	return [
		...findLengthErrors(body),
		...(entityType === EXTERNAL
			? findExternalErrors(body, current, wasExternal)
			: findVoiceErrors(body, current)),
		...findScheduleErrors(body, current, now),
		...findStatusErrors(body, current),
		...(typeof body.image === 'string' && !parseImage(body.image)
			? [createFieldError('image', 'IMAGE_INVALID', 'Invalid image data')]
			: []),
	];
}

/**
 * Returns Discord's response to texts of invalid length, which the schema also forbids, or null when all lengths are
 * valid.
 */
export function findLengthResponse(json: unknown): PlainResponse | null {
	const fieldErrors = typeof json === 'object' && json !== null ? findLengthErrors(json) : [];
	return fieldErrors.length > 0 ? createFormErrorResponse(fieldErrors) : null;
}

function findLengthErrors(body: EventBody): FieldError[] {
	return [
		...findLengthError('name', body.name, 100),
		...findLengthError('description', body.description, 1000),
		...findLengthError('entity_metadata.location', body.entity_metadata?.location, 100),
	];
}

function findLengthError(path: string, text: unknown, max: number): FieldError[] {
	if (typeof text !== 'string') return [];
	const isValid = text.trim().length >= 1 && text.length <= max;
	return isValid
		? []
		: [createFieldError(path, 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${max} in length.`)];
}

function findExternalErrors(
	body: EventBody,
	current: StandInEvent | null,
	wasExternal: boolean,
): FieldError[] {
	const fieldErrors: FieldError[] = [];
	const end = body.scheduled_end_time === undefined ? current?.endsAt : body.scheduled_end_time;
	if (!end) fieldErrors.push(createRequiredError('scheduled_end_time'));
	if (body.entity_metadata?.location === undefined && !(wasExternal && !body.entity_metadata)) {
		fieldErrors.push(createRequiredError('entity_metadata.location'));
	}
	const channel = body.channel_id === undefined ? current?.channelId : body.channel_id;
	if (channel) {
		fieldErrors.push(
			createFieldError('channel_id', 'BASE_TYPE_CHOICES', 'An external event has no channel.'),
		);
	}
	return fieldErrors;
}

function findVoiceErrors(body: EventBody, current: StandInEvent | null): FieldError[] {
	const fieldErrors: FieldError[] = [];
	const channel = body.channel_id === undefined ? current?.channelId : body.channel_id;
	if (!channel) fieldErrors.push(createRequiredError('channel_id'));
	if (body.entity_metadata) {
		const code = 'GUILD_SCHEDULED_EVENT_ENTITY_METADATA_UNSUPPORTED';
		fieldErrors.push(createFieldError('entity_metadata', code, 'Only an external event has a location.'));
	}
	return fieldErrors;
}

/** A start in the body counts as a change even when it equals the current start. */
function findScheduleErrors(body: EventBody, current: StandInEvent | null, now: Date): FieldError[] {
	const fieldErrors: FieldError[] = [];
	if (body.scheduled_start_time !== undefined) {
		if (current?.status === ACTIVE) {
			const code = 'GUILD_SCHEDULED_EVENT_SCHEDULE_INVALID_START_BY_STATUS';
			fieldErrors.push(
				createFieldError(
					'scheduled_start_time',
					code,
					'Cannot change the start of an event that has started.',
				),
			);
		} else if (Date.parse(body.scheduled_start_time) <= now.getTime()) {
			const code = 'GUILD_SCHEDULED_EVENT_SCHEDULE_PAST';
			fieldErrors.push(createFieldError('scheduled_start_time', code, 'Cannot schedule event in the past.'));
		}
	}
	const { startsAt, endsAt } = { ...current, ...parseTimes(body) };
	const isTimeSent = body.scheduled_start_time !== undefined || Boolean(body.scheduled_end_time);
	if (isTimeSent && startsAt && endsAt && endsAt <= startsAt) {
		const code = 'GUILD_SCHEDULED_EVENT_SCHEDULE_END_BEFORE_START';
		fieldErrors.push(createFieldError('scheduled_end_time', code, 'An event cannot end before it starts.'));
	}
	return fieldErrors;
}

function findStatusErrors(body: EventBody, current: StandInEvent | null): FieldError[] {
	const { status } = body;
	if (!status || !current || status === current.status || STATUS_TRANSITIONS[current.status].includes(status))
		return [];
	const code = 'GUILD_SCHEDULED_EVENT_INVALID_STATUS_TRANSITION';
	return [createFieldError('status', code, `Cannot go from status ${current.status} to ${status}.`)];
}

export const isFinished = (event: StandInEvent) => !isOpen(event);

/** Returns the changes of a valid body. */
export function parseChanges(body: EventBody): EventChanges {
	const changes: EventChanges = parseTimes(body);
	if (body.name !== undefined) changes.name = body.name;
	if (body.description !== undefined) changes.description = body.description;
	if (body.image !== undefined) changes.image = body.image === null ? null : parseImage(body.image);
	if (body.entity_type) changes.entityType = body.entity_type;
	if (body.channel_id !== undefined) changes.channelId = body.channel_id;
	if (body.entity_metadata?.location !== undefined) changes.location = body.entity_metadata.location;
	if (body.status) changes.status = body.status;
	return changes;
}

function parseTimes(body: EventBody): Pick<EventChanges, 'startsAt' | 'endsAt'> {
	const end = body.scheduled_end_time;
	return {
		...(body.scheduled_start_time === undefined ? {} : { startsAt: new Date(body.scheduled_start_time) }),
		...(end === undefined ? {} : { endsAt: end === null ? null : new Date(end) }),
	};
}

const createFieldError = (path: string, code: string, message: string): FieldError => ({
	path,
	code,
	message,
});
const createRequiredError = (path: string) =>
	createFieldError(path, 'BASE_TYPE_REQUIRED', 'This field is required');
