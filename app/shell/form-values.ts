import { readText } from './form-text.ts';

/**
 * The values of a form as its fields hold them: texts, checked boxes, lists of chosen values, and groups of these. A
 * list of groups has a fixed length.
 */
export type FormValues = { readonly [name: string]: FormValue };
type FormValue = string | boolean | readonly string[] | FormValues | readonly FormValues[];

const isGroupList = (list: readonly unknown[]): list is readonly FormValues[] => typeof list[0] === 'object';

/**
 * Returns the values of a sent form in the shape of `empty`, whose names are Conform's: `location`, `quiet_hours.from`,
 * `events[0].name`. A missing text is '', a missing box is not checked, a missing list is empty. Reads only the fields
 * of `empty`, because Conform's own parser builds whatever structure a request names, such as `events[4294967294]`.
 */
export function readFormValues<Values extends FormValues>(form: FormData, empty: Values): Values {
	const readGroup = (group: FormValues, prefix: string): FormValues =>
		Object.fromEntries(Object.entries(group).map(([name, value]) => [name, read(value, prefix + name)]));
	const read = (value: FormValue, name: string): FormValue => {
		if (typeof value === 'string') return readText(form, name);
		if (typeof value === 'boolean') return form.has(name);
		if (!Array.isArray(value)) return readGroup(value as FormValues, `${name}.`);
		if (isGroupList(value)) return value.map((group, index) => readGroup(group, `${name}[${index}].`));
		return [...new Set(form.getAll(name).map(String))];
	};
	return readGroup(empty, '') as Values;
}

/** Returns the names and values that a browser would send for `values`; the inverse of `readFormValues`. */
export function listFormEntries(values: FormValues): [name: string, value: string][] {
	const listGroup = (group: FormValues, prefix: string): [string, string][] =>
		Object.entries(group).flatMap(([name, value]) => list(value, prefix + name));
	const list = (value: FormValue, name: string): [string, string][] => {
		if (typeof value === 'string') return [[name, value]];
		if (typeof value === 'boolean') return value ? [[name, 'on']] : [];
		if (!Array.isArray(value)) return listGroup(value as FormValues, `${name}.`);
		if (isGroupList(value)) return value.flatMap((group, index) => listGroup(group, `${name}[${index}].`));
		return (value as string[]).map((each): [string, string] => [name, each]);
	};
	return listGroup(values, '');
}
