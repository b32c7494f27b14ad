import { findText, readText } from '~/app/shell/form-text.ts';
import type { BoardGroup, BoardStep } from '~/domain/groups/board.ts';

export type Step = BoardStep;

type GroupChange = Omit<Extract<Step, { type: 'changeGroup' }>, 'type' | 'groupId'>;
type GroupField = keyof GroupChange;

/** How a form's text changes each field of a group; an empty choice removes what was chosen. */
const PARSE_GROUP_FIELD: { [Field in GroupField]-?: (text: string) => GroupChange[Field] } = {
	name: (text) => text.trim(),
	maxPlayers: Number,
	storytellerId: (text) => text || null,
	coStorytellerId: (text) => text || null,
	scriptId: (text) => text || null,
	voiceChannelId: (text) => text || null,
};
const GROUP_FIELDS = Object.keys(PARSE_GROUP_FIELD) as GroupField[];

const FIELDS = [
	...(['type', 'id', 'groupId', 'overGroupId', 'userId', 'userIds', 'before', 'a', 'b'] as const),
	...GROUP_FIELDS,
] as const;

export type StepFields = Partial<Record<(typeof FIELDS)[number], string>>;

/** Returns a step, or the known part of it, as the value of a form's button; `readStepFields` parses it. */
export function serializeStep(
	step: Partial<Record<(typeof FIELDS)[number], string | number | string[] | null>>,
): string {
	const entries = Object.entries(step).flatMap(([key, value]) =>
		value === undefined ? [] : [[key, String(value ?? '')]],
	);
	return new URLSearchParams(entries).toString();
}

/** Returns the step fields of a board form; the values of the pressed button override the form's fields. */
export function readStepFields(form: FormData): StepFields {
	const pressed = new URLSearchParams(readText(form, 'step'));
	const fields: StepFields = {};
	for (const field of FIELDS) {
		const value = pressed.get(field) ?? findText(form, field);
		if (value !== undefined) fields[field] = value;
	}
	return fields;
}

/** Returns the step, or null when a field is missing. The server parses the fields with its schema. */
export function parseStep(fields: StepFields): Step | null {
	const { type, id, groupId, overGroupId, userId, userIds, before, a, b } = fields;
	switch (type) {
		case 'addGroup':
			return id ? { type, id } : null;
		case 'removeGroup':
			return groupId ? { type, groupId } : null;
		case 'changeGroup':
			return groupId ? { type, groupId, ...parseChange(fields) } : null;
		case 'moveGroup':
			return groupId && overGroupId ? { type, groupId, overGroupId } : null;
		case 'movePlayer':
			return userId && groupId ? { type, userId, groupId, before } : null;
		case 'removePlayer':
			return userId ? { type, userId } : null;
		case 'shuffleSeats':
			return groupId ? { type, groupId } : null;
		case 'removeWithdrawn':
			return groupId ? { type, groupId } : null;
		case 'replaceWithdrawn':
			return groupId && userIds ? { type, groupId, userIds: userIds.split(',') } : null;
		case 'removeCoStoryteller':
			return userId ? { type, userId } : null;
		case 'pin':
			return userId ? { type, userId, groupId: groupId || null } : null;
		case 'keepApart':
		case 'allowTogether':
			return a && b ? { type, a, b } : null;
		case 'clear':
			return { type };
		default:
			return null;
	}
}

const parseChange = (fields: StepFields): GroupChange =>
	pickGroupFields((field) => {
		const text = fields[field];
		return text === undefined ? undefined : PARSE_GROUP_FIELD[field](text);
	});

/** Returns the step without what the group has already, so that its description names only what changed. */
export function omitUnchanged(step: Step, groups: readonly BoardGroup[]): Step {
	const group = groups.find(({ id }) => step.type === 'changeGroup' && id === step.groupId);
	if (step.type !== 'changeGroup' || !group) return step;
	const { type, groupId } = step;
	return {
		type,
		groupId,
		...pickGroupFields((field) => {
			const saved = field === 'coStorytellerId' ? null : (group[field] ?? null);
			return step[field] === saved ? undefined : step[field];
		}),
	};
}

const pickGroupFields = (pick: (field: GroupField) => GroupChange[GroupField]): GroupChange =>
	Object.fromEntries(
		GROUP_FIELDS.flatMap((field) => {
			const value = pick(field);
			return value === undefined ? [] : [[field, value]];
		}),
	);
