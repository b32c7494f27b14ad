import type { APIMessageButtonInteractionData, APIMessageStringSelectInteractionData } from 'discord.js';
import type { Component, StandInMessage } from './messages.ts';

/** A press of a button by a member. `label` finds the button; `customId` also sends one that the message lacks. */
export type Press = { userId: string; messageId: string } & ({ label: string } | { customId: string });
/**
 * A choice in a select by a member. `placeholder` finds the select; `customId` also sends one that the message lacks, with
 * any values.
 */
export type Selection = { userId: string; messageId: string; values: readonly string[] } & (
	| { placeholder: string }
	| { customId: string }
);
/** What a member did to a component: its name for errors, and the data of the packet. */
type PressedComponent<Data> = { name: string; data: Data & { id: number } };

const BUTTON = 2;
const STRING_SELECT = 3;
const LINK = 5;

const listParts = ({ components }: StandInMessage): Component[] =>
	components.flatMap(({ components: parts = [] }) => parts);

/** Returns the data of a pressed button. Throws for a button that the member cannot press. */
export function createPressData(
	source: StandInMessage,
	press: Press,
): PressedComponent<APIMessageButtonInteractionData> {
	const buttons = listParts(source).filter(({ type }) => type === BUTTON);
	const name = `the button ${'label' in press ? press.label : press.customId}`;
	const found =
		'label' in press
			? buttons.find(({ label }) => label === press.label)
			: (buttons.find(({ custom_id }) => custom_id === press.customId) ?? { custom_id: press.customId });
	if (!found) throw new Error(`The message does not have ${name}`);
	const { custom_id, disabled, style, id }: Partial<Component> = found;
	if (disabled || style === LINK) throw new Error(`${name} cannot be pressed`);
	return { name, data: { custom_id: custom_id ?? '', component_type: BUTTON, id: id ?? 2 } };
}

/** Returns the data of a choice in a select. Throws for values that Discord's client would not send. */
export function createSelectData(
	source: StandInMessage,
	selection: Selection,
): PressedComponent<APIMessageStringSelectInteractionData> {
	const selects = listParts(source).filter(({ type }) => type === STRING_SELECT);
	const name = `the select ${'placeholder' in selection ? selection.placeholder : selection.customId}`;
	const found = selects.find((select) =>
		'placeholder' in selection
			? select.placeholder === selection.placeholder
			: select.custom_id === selection.customId,
	);
	if (!found && 'placeholder' in selection) throw new Error(`The message does not have ${name}`);
	const values = [...selection.values];
	if (found) requireValues(found, name, values);
	const customId = 'customId' in selection ? selection.customId : (found?.custom_id ?? '');
	return {
		name,
		data: { custom_id: customId, component_type: STRING_SELECT, id: found?.id ?? 2, values },
	};
}

function requireValues(select: Component, name: string, values: readonly string[]): void {
	const { disabled, options = [], min_values: min = 1, max_values: max = 1 } = select;
	if (disabled) throw new Error(`${name} cannot be used`);
	const unknown = values.find((value) => !options.some((option) => option.value === value));
	if (unknown !== undefined) throw new Error(`${name} has no option ${unknown}`);
	if (new Set(values).size < values.length) throw new Error(`${name} has each option once`);
	if (values.length < Number(min)) throw new Error(`${name} needs ${min} or more options`);
	if (values.length > Number(max)) throw new Error(`${name} takes ${max} or fewer options`);
}
