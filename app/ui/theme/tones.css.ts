import { color } from './tokens.css.ts';

/** The seven color families, named by their meaning. */
export const families = {
	success: color.success,
	info: color.info,
	warning: color.warning,
	negative: color.negative,
	danger: color.danger,
	accent: color.accent,
	neutral: color.neutral,
};

/** Returns the style of a selected or toned element; a warning also has a dashed border. */
export const toToneStyle = (tone: keyof typeof families) => ({
	color: families[tone].text,
	backgroundColor: families[tone].ground,
	borderColor: families[tone].line,
	borderStyle: tone === 'warning' ? 'dashed' : 'solid',
});
