import { createGlobalTheme, createGlobalThemeContract, globalStyle } from '@vanilla-extract/css';
import { darkColors, lightColors } from './palettes.ts';

/** The theme contract: every color, shadow, space, size and motion that a component uses is named here. */
const kebab = (_value: string | null, path: string[]) =>
	path.join('-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const color = createGlobalThemeContract(lightColors, kebab);

createGlobalTheme(':root', color, lightColors);

createGlobalTheme(':root.dark', color, darkColors);

globalStyle(':root', { colorScheme: 'light' });
globalStyle(':root.dark', { colorScheme: 'dark' });

export const font = {
	serif: "'Newsreader Variable', 'Newsreader Fallback', Georgia, serif",
	sans: "'Hanken Grotesk Variable', 'Hanken Grotesk Fallback', system-ui, sans-serif",
};

/** The five text sizes; headings are smaller below md. */
export const fontSize = createGlobalThemeContract(
	{ small: '', body: '', card: '', section: '', title: '' },
	(_value, path) => `font-size-${path.join('-')}`,
);
createGlobalTheme(':root', fontSize, {
	small: '14px',
	body: '16px',
	card: '21px',
	section: '24px',
	title: '32px',
});
/** Text styles that many sheets share; `text.css.ts` has the same as classes. */
export const mutedText = { fontSize: fontSize.small, color: color.muted };
export const subtleText = { fontSize: fontSize.small, color: color.subtle };
export const strongText = { fontSize: fontSize.small, fontWeight: 600 };
export const oneLine = {
	overflow: 'hidden',
	textOverflow: 'ellipsis',
	whiteSpace: 'nowrap',
	minWidth: 0,
} as const;
/** Sizes of large digits, by where they are used. */
export const digits = {
	smallTile: '24px',
	tile: '32px',
	big: '48px',
	countdown: 'clamp(48px, 15.9vw, 62px)',
	wideCountdown: 'clamp(72px, 8.125vw, 104px)',
};

export const space = {
	1: '4px',
	2: '8px',
	3: '12px',
	4: '16px',
	5: '20px',
	6: '24px',
	8: '32px',
	12: '48px',
	16: '64px',
};
export const radius = {
	control: '12px',
	row: '14px',
	notice: '16px',
	card: '20px',
	dialog: '24px',
	banner: '28px',
	pill: '99px',
};
export const size = {
	target: '44px',
	field: '46px',
	buttonLarge: '52px',
	content: '1160px',
	side: '372px',
	nav: '72px',
	navSmall: '64px',
};

export const motion = createGlobalThemeContract({ quick: '', calm: '', slow: '' }, kebab);
createGlobalTheme(':root', motion, { quick: '120ms', calm: '220ms', slow: '480ms' });
globalStyle(':root', {
	'@media': {
		'(prefers-reduced-motion: reduce)': { vars: { '--quick': '1ms', '--calm': '1ms', '--slow': '1ms' } },
	},
});
export const easing = 'cubic-bezier(.2, .7, .2, 1)';

/** Breakpoints: below md the navigation collapses; one card per row, two from 720 px, three from 1080 px. */
export const media = {
	md: '(min-width: 768px)',
	belowMd: '(max-width: 767.98px)',
	one: '(max-width: 719.98px)',
	two: '(min-width: 720px)',
	three: '(min-width: 1080px)',
	still: '(prefers-reduced-motion: reduce)',
};
globalStyle(':root', {
	'@media': { [media.md]: { vars: { [fontSize.section]: '28px', [fontSize.title]: '42px' } } },
});

/** The backgrounds of initials in both themes; white on each has a contrast above 4.5:1. */
export const avatarBackgrounds = [
	'#4a3a70',
	'#6b4a38',
	'#38705a',
	'#70405c',
	'#6b5a2c',
	'#3a6270',
	'#5c3a70',
	'#70443c',
	'#3f5a86',
	'#4c6636',
];
export const onAvatar = '#ffffff';
/** The colors of the logo's lit window, the same in both themes. */
export const logo = { paneTop: '#ffe0a0', paneFoot: '#f0a548', glow: '#f4b86099' };
