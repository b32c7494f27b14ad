import { findText, readText } from '~/app/shell/form-text.ts';
import type { BoardCommand } from '~/domain/groups/board.ts';

/** A command as a form sends it: the server dates new groups, and whole boards are saved, not stepped to. */
type Sendable<Command> = Command extends { type: 'replace' | 'dropMissing' }
	? never
	: Command extends { type: 'addGroup' }
		? Omit<Command, 'createdAt'>
		: Command;
export type Step = Sendable<BoardCommand>;

const FIELDS = [
	'type',
	'id',
	'groupId',
	'overGroupId',
	'userId',
	'before',
	'name',
	'maxPlayers',
	'a',
	'b',
] as const;

/** The fields of a step, as text. */
export type StepFields = Partial<Record<(typeof FIELDS)[number], string>>;

/** A step, or the part of it that is known, as one value of a form's button; `readStepFields` reads it. */
export function writeStep(step: Partial<Record<(typeof FIELDS)[number], string | number | null>>): string {
	const written = Object.entries(step).flatMap(([key, value]) =>
		value === undefined ? [] : [[key, String(value ?? '')]],
	);
	return new URLSearchParams(written).toString();
}

/** What a form of the board says: its fields, and above them what the pressed button adds. */
export function readStepFields(form: FormData): StepFields {
	const pressed = new URLSearchParams(readText(form, 'step'));
	const fields: StepFields = {};
	for (const field of FIELDS) {
		const value = pressed.get(field) ?? findText(form, field);
		if (value !== undefined) fields[field] = value;
	}
	return fields;
}

/** The same as a command for the board in the browser; null when a part of it is missing. The server reads it with its schema. */
export function toStep(fields: StepFields): Step | null {
	const { type, id, groupId, overGroupId, userId, before, name, maxPlayers, a, b } = fields;
	switch (type) {
		case 'addGroup':
			return id ? { type, id } : null;
		case 'removeGroup':
			return groupId ? { type, groupId } : null;
		case 'changeGroup':
			if (!groupId) return null;
			return {
				...{ type, groupId, name: name?.trim() ?? '' },
				...(maxPlayers === undefined ? {} : { maxPlayers: Number(maxPlayers) }),
			};
		case 'moveGroup':
			return groupId && overGroupId ? { type, groupId, overGroupId } : null;
		case 'movePlayer':
			return userId && groupId ? { type, userId, groupId, before } : null;
		case 'removePlayer':
			return userId ? { type, userId } : null;
		case 'assignStoryteller':
			return groupId ? { type, groupId, userId: userId || null } : null;
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
