import { readText } from '~/app/shell/form-text.ts';
import { TextInput } from '~/app/ui/field.tsx';

/** Up to this many rows a press is enough; more are deleted only when their number is typed. */
const PRESS_IS_ENOUGH = 100;

/** Returns why a form that deletes `count` rows is not confirmed, or null when it is. */
export const findTypedCountProblem = (form: FormData, count: number): string | null =>
	count <= PRESS_IS_ENOUGH || readText(form, 'typedCount').replace(/[\s.,]/g, '') === String(count)
		? null
		: `Nothing was deleted. Please type ${count} to confirm.`;

/** Renders the field for the number of rows; nothing when a press is enough. */
export function TypedCount({ count }: { count: number }) {
	if (count <= PRESS_IS_ENOUGH) return null;
	return (
		<TextInput name="typedCount" label={`Type ${count} to confirm`} inputMode="numeric" autoComplete="off" />
	);
}
