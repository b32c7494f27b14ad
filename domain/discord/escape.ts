/** Returns `text` escaped so that Discord shows it literally: no formatting, link or mention. */
export function escapeMarkdown(text: string): string {
	return (
		text
			.replace(/[\\*_~`|<[\]]/g, '\\$&')
			.replace(/:\/\//g, ':\\//')
			.replace(/^(\s*)([#>+-])/gm, '$1\\$2')
			.replace(/^(\s*\d+)([.)])/gm, '$1\\$2')
			// Discord highlights these two words even where they notify no one; the invisible space prevents that.
			.replace(/@(everyone|here)/gi, '@\u200b$1')
	);
}
