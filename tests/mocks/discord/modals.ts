import type { APIModalSubmission } from 'discord.js';
import { findSelectErrors } from './message-rules.ts';
import type { Component, SelectOption } from './messages.ts';
import type { FieldError } from './responses.ts';

export type ModalInput = {
	customId: string;
	label: string;
	/** The help text under the label. */
	description: string;
	placeholder: string;
	value: string;
	/** The options of a select, of which one is chosen; null for a text. */
	options: SelectOption[] | null;
	/** 1 for one line, 2 for a paragraph. */
	style: number;
	minLength: number;
	maxLength: number;
	required: boolean;
};
/** A modal that a member sees, with its texts and inputs. */
export type Modal = { id: string; customId: string; title: string; inputs: ModalInput[] };
/**
 * The values that a member enters in a modal, by the custom ids of its inputs; a list is sent as the choice in a select. Other
 * inputs keep their values. With `customId` these values are sent as they are under another custom id.
 */
export type ModalSubmission = {
	userId: string;
	modalId: string;
	values: Record<string, string | string[]>;
	customId?: string;
};
/** The modal as the app sends it. */
export type ModalBody = { custom_id: string; title: string; components: Component[] };

const STRING_SELECT = 3;
const TEXT_INPUT = 4;
const TEXT_DISPLAY = 10;
const LABEL = 18;
/** An input of one line. */
export const SHORT = 1;
const MAX_COMPONENTS = 5;
const MAX_LENGTH = 4_000;

/** Each input of a modal is in a label. */
export function toModal(id: string, { custom_id: customId, title, components }: ModalBody): Modal {
	const inputs = components.flatMap(({ label, description, component: input }) =>
		input
			? [
					{
						customId: input.custom_id ?? '',
						label: label ?? '',
						description: description ?? '',
						placeholder: input.placeholder ?? '',
						value: input.value ?? input.options?.find((option) => option.default)?.value ?? '',
						options: input.options ?? null,
						style: input.style ?? SHORT,
						minLength: input.min_length ?? 0,
						maxLength: input.max_length ?? MAX_LENGTH,
						required: input.required ?? true,
					},
				]
			: [],
	);
	return { id, customId, title, inputs };
}

/** Returns the data of a submitted modal. Throws for values that Discord's client would not send. */
export function createModalData(
	{ customId, inputs }: Modal,
	{ values, customId: forgedId }: Pick<ModalSubmission, 'values' | 'customId'>,
): APIModalSubmission {
	if (forgedId !== undefined) return { custom_id: forgedId, components: Object.entries(values).map(toLabel) };
	const unknown = Object.keys(values).find((key) => !inputs.some((input) => input.customId === key));
	if (unknown !== undefined) throw new Error(`The modal has no input ${unknown}`);
	const entered = inputs.map((input): [string, string | string[]] => {
		const [value = '', ...others] = [values[input.customId] ?? input.value].flat();
		if (others.length > 0) throw new Error(`${input.label} takes one option`);
		requireValue(input, value);
		return [input.customId, input.options ? [value].filter(Boolean) : value];
	});
	return { custom_id: customId, components: entered.map(toLabel) };
}

function toLabel([customId, value]: [string, string | string[]], index: number) {
	const id = index * 2 + 1;
	const own = { id: id + 1, custom_id: customId };
	const component =
		typeof value === 'string'
			? ({ type: TEXT_INPUT, ...own, value } as const)
			: ({ type: STRING_SELECT, ...own, values: value } as const);
	return { type: LABEL, id, component } as const;
}

function requireValue(
	{ label, style, minLength, maxLength, required, options }: ModalInput,
	value: string,
): void {
	if (options && value && !options.some((option) => option.value === value))
		throw new Error(`${label} has no option ${value}`);
	if (value.length > maxLength) throw new Error(`${label} is too long`);
	if (required && !value) throw new Error(`${label} is required`);
	if (value && value.length < minLength) throw new Error(`${label} is too short`);
	if (style === SHORT && /[\r\n]/.test(value)) throw new Error(`${label} has only one line`);
}

/** Returns the field errors of a modal that Discord reports beyond its schema. */
export function findModalErrors({ components }: ModalBody): FieldError[] {
	const errors: FieldError[] = [];
	if (components.length > MAX_COMPONENTS) {
		const message = `Must be between 1 and ${MAX_COMPONENTS} in length.`;
		errors.push({ path: 'components', code: 'BASE_TYPE_BAD_LENGTH', message });
	}
	const customIds = new Set<string>();
	for (const [index, { type, component }] of components.entries()) {
		if (type === TEXT_DISPLAY) continue;
		const path = `components.${index}.component`;
		if (component?.type === STRING_SELECT) errors.push(...findModalSelectErrors(component, path));
		else if (component?.type === TEXT_INPUT) errors.push(...findInputErrors(component, path));
		else {
			const message = 'The Discord stand-in knows only labels with text inputs and string selects in modals';
			errors.push({ path: `components.${index}`, code: 'COMPONENT_TYPE_INVALID', message });
			continue;
		}
		const customId = component.custom_id ?? '';
		if (customIds.has(customId)) {
			const message = 'Component custom id cannot be duplicated';
			errors.push({ path: `${path}.custom_id`, code: 'COMPONENT_CUSTOM_ID_DUPLICATED', message });
		}
		customIds.add(customId);
	}
	return errors;
}

/** A select of a modal cannot be disabled; the stand-in knows only those that take one option. */
function findModalSelectErrors(select: Component, path: string): FieldError[] {
	const errors = findSelectErrors(select, path);
	if (select.disabled) {
		const message = 'Disabled components are not allowed in modals';
		errors.push({ path: `${path}.disabled`, code: 'COMPONENT_DISABLED_INVALID', message });
	}
	if ((select.max_values ?? 1) > 1) {
		const message = 'The Discord stand-in knows only selects of one option in modals';
		errors.push({ path: `${path}.max_values`, code: 'NUMBER_TYPE_MAX', message });
	}
	return errors;
}

function findInputErrors(
	{ label, value, min_length: min, max_length }: Component,
	path: string,
): FieldError[] {
	const errors: FieldError[] = [];
	if (label) {
		const message = 'Cannot set label on a TextInput in a Label component';
		errors.push({ path: `${path}.label`, code: 'TEXT_INPUT_COMPONENT_LABEL_INVALID', message });
	}
	const max = max_length ?? MAX_LENGTH;
	if ([...(value ?? '')].length > max) {
		const message = `Must be ${max} or fewer in length.`;
		errors.push({ path: `${path}.value`, code: 'BASE_TYPE_MAX_LENGTH', message });
	}
	if ((min ?? 0) > max) {
		const message = `int value should be less than or equal to ${max}.`;
		errors.push({ path: `${path}.min_length`, code: 'NUMBER_TYPE_MAX', message });
	}
	return errors;
}
