/** Returns the class names joined by spaces, without the empty ones, or undefined when none is left. */
export function joinClasses(...names: (string | false | null | undefined)[]): string | undefined {
	let joined = '';
	for (const name of names) if (name) joined += joined ? ` ${name}` : name;
	return joined || undefined;
}
