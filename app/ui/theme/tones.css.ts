import { color } from './tokens.css.ts';

/** The seven families of colour, named by what they mean. */
export const families = {
	success: color.success,
	info: color.info,
	warning: color.warning,
	negative: color.negative,
	danger: color.danger,
	accent: color.accent,
	neutral: color.neutral,
};

/** What a chosen or dressed element wears; a warning has a dashed edge besides its colour. */
export const dress = (tone: keyof typeof families) => ({
	color: families[tone].text,
	backgroundColor: families[tone].ground,
	borderColor: families[tone].line,
	borderStyle: tone === 'warning' ? 'dashed' : 'solid',
});
