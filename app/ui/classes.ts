/** Joins class names, leaving out what is empty. */
export function joinClasses(...names: (string | false | null | undefined)[]): string | undefined {
	return names.filter(Boolean).join(' ') || undefined;
}
