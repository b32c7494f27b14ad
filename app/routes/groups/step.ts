import { findText, readText } from '~/app/shell/form-text.ts';
import type { BoardGroup, BoardStep } from '~/domain/groups/board.ts';

export type Step = BoardStep;

const FIELDS = [
	'type',
	'id',
	'groupId',
	'overGroupId',
	'userId',
	'userIds',
	'before',
	'name',
	'maxPlayers',
	'storytellerId',
	'coStorytellerId',
	'scriptId',
	'a',
	'b',
] as const;

/** The fields of a step, as text. */
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

/**
 * Returns the fields as a command for the board in the browser, or null when a field is missing. The server
 * parses them with its schema.
 */
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

/** Returns what a form changes at a group; an empty choice removes the storyteller or the script. */
function parseChange({ name, maxPlayers, storytellerId, coStorytellerId, scriptId }: StepFields) {
	return {
		...(name !== undefined && { name: name.trim() }),
		...(maxPlayers !== undefined && { maxPlayers: Number(maxPlayers) }),
		...(storytellerId !== undefined && { storytellerId: storytellerId || null }),
		...(coStorytellerId !== undefined && { coStorytellerId: coStorytellerId || null }),
		...(scriptId !== undefined && { scriptId: scriptId || null }),
	};
}

/** Returns the step without what the group has already, so that its description names only what changed. */
export function omitUnchanged(step: Step, groups: readonly BoardGroup[]): Step {
	const group = groups.find(({ id }) => step.type === 'changeGroup' && id === step.groupId);
	if (step.type !== 'changeGroup' || !group) return step;
	const { name, maxPlayers, storytellerId, coStorytellerId, scriptId } = step;
	return {
		type: 'changeGroup',
		groupId: group.id,
		...(name !== group.name && { name }),
		...(maxPlayers !== group.maxPlayers && { maxPlayers }),
		...(storytellerId !== group.storytellerId && { storytellerId }),
		...(coStorytellerId !== null && { coStorytellerId }),
		...(scriptId !== (group.scriptId ?? null) && { scriptId }),
	};
}
