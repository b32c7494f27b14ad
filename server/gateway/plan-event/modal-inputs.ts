import type { ModalSubmitFields } from 'discord.js';
import { escapeWithin, joinEscaped } from '~/domain/discord/announcement.ts';
import { toTextInput } from '~/domain/discord/components.ts';

/** What the modals and replies of events and polls share. */

type Input = { label: string; maxLength: number; isLong?: boolean; description?: string; required?: boolean };
/** The inputs of a modal, by their custom ids; Discord allows five. */
export type Inputs<Field extends string> = Record<Field, Input>;

/** Returns the text inputs of a modal, filled with `values`. */
export const toTextInputs = <Field extends string>(inputs: Inputs<Field>, values: Record<Field, string>) =>
	(Object.keys(inputs) as Field[]).map((name) => {
		const { label, description, ...input } = inputs[name];
		return toTextInput({ name, label, description }, { ...input, value: values[name] });
	});

/** Returns the texts of a submitted modal by the custom ids of their inputs. */
export const readTexts = ({ fields }: ModalSubmitFields): Record<string, string> =>
	Object.fromEntries(
		[...fields].flatMap(([name, field]) => ('value' in field ? [[name, String(field.value)]] : [])),
	);

const LINE_MAX = 300;
/** Discord's limit of a reply. */
const CONTENT_MAX = 2_000;

/** Returns what stands above a draft: that nothing is saved, with questions, or what is wrong with it. */
export function formatDraftState(
	state: { questions: readonly string[] } | { errors: readonly string[] },
): string {
	const lines =
		'errors' in state
			? ['This cannot be saved yet:', ...state.errors]
			: ['Nothing is saved yet.', ...state.questions];
	const escaped = lines.map((line) => escapeWithin(line, LINE_MAX));
	return joinEscaped(escaped, '\n', CONTENT_MAX).text;
}
