import type { APIModalSubmission } from 'discord.js';
import type { Component } from './messages.ts';
import type { FieldError } from './responses.ts';

export type ModalInput = {
	customId: string;
	label: string;
	/** The help text under the label. */
	description: string;
	placeholder: string;
	value: string;
	/** 1 for one line, 2 for a paragraph. */
	style: number;
	minLength: number;
	maxLength: number;
	required: boolean;
};
/** A modal that a member sees, with its texts and inputs. */
export type Modal = { id: string; customId: string; title: string; inputs: ModalInput[] };
/** The values that a member enters in a modal, by the custom ids of its inputs. Other inputs keep their values. */
export type ModalSubmission = { userId: string; modalId: string; values: Record<string, string> };
/** The modal as the app sends it. */
export type ModalBody = { custom_id: string; title: string; components: Component[] };

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
						value: input.value ?? '',
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
	values: Record<string, string>,
): APIModalSubmission {
	const unknown = Object.keys(values).find((key) => !inputs.some((input) => input.customId === key));
	if (unknown !== undefined) throw new Error(`The modal has no input ${unknown}`);
	const components = inputs.map((input, index) => {
		const value = values[input.customId] ?? input.value;
		requireValue(input, value);
		const id = index * 2 + 1;
		const component = { type: TEXT_INPUT, id: id + 1, custom_id: input.customId, value } as const;
		return { type: LABEL, id, component } as const;
	});
	return { custom_id: customId, components };
}

function requireValue({ label, style, minLength, maxLength, required }: ModalInput, value: string): void {
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
		if (component?.type !== TEXT_INPUT) {
			const message = 'The Discord stand-in knows only labels with text inputs in modals';
			errors.push({ path: `components.${index}`, code: 'COMPONENT_TYPE_INVALID', message });
			continue;
		}
		errors.push(...findInputErrors(component, path));
		const customId = component.custom_id ?? '';
		if (customIds.has(customId)) {
			const message = 'Component custom id cannot be duplicated';
			errors.push({ path: `${path}.custom_id`, code: 'COMPONENT_CUSTOM_ID_DUPLICATED', message });
		}
		customIds.add(customId);
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
