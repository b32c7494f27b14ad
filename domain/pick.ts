/** Returns an object with these properties of `values` alone. */
export const pick = <Values, Name extends keyof Values>(values: Values, names: readonly Name[]) =>
	Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<Values, Name>;
