import { createGlobalTheme, createGlobalThemeContract, globalStyle } from '@vanilla-extract/css';

/** One contract; every colour, shadow, space, size and motion that a component uses has its name here. */
const kebab = (_value: string | null, path: string[]) =>
	path.join('-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const status = { text: '', ground: '', line: '' };

export const color = createGlobalThemeContract(
	{
		page: '',
		pageTop: '',
		surface: '',
		raised: '',
		sunken: '',
		overlay: '',
		line: '',
		lineStrong: '',
		text: '',
		muted: '',
		subtle: '',
		onSky: '',
		lantern: '',
		lanternHover: '',
		onLantern: '',
		lanternText: '',
		lanternEdge: '',
		lanternWash: '',
		lanternLine: '',
		windowDark: '',
		windowEdge: '',
		windowLitEdge: '',
		windowLit: '',
		onWindow: '',
		onWindowSmall: '',
		focus: '',
		danger: '',
		dangerSolid: '',
		onDanger: '',
		footer: '',
		onFooter: '',
		onFooterStrong: '',
		onFooterSubtle: '',
		shadowCard: '',
		shadowLifted: '',
		shadowLantern: '',
		glowWindow: '',
		scrim: '',
		confirmed: status,
		late: status,
		tentative: status,
		declined: status,
		now: status,
		cancelled: status,
		other: status,
	},
	kebab,
);

createGlobalTheme(':root', color, {
	page: '#f7f1e7',
	pageTop: '#f3e4cf',
	surface: '#fffcf6',
	raised: '#ffffff',
	sunken: '#f0e7d8',
	overlay: '#ffffff',
	line: '#e0d4c0',
	lineStrong: '#857a6a',
	text: '#1e2340',
	muted: '#4a5170',
	subtle: '#5f6580',
	onSky: '#3d4362',
	lantern: '#f2ae45',
	lanternHover: '#ffc163',
	onLantern: '#241503',
	lanternText: '#8a4b00',
	lanternEdge: '#a86a12',
	lanternWash: '#fdefd6',
	lanternLine: '#cf9a4c',
	windowDark: '#e4dbcb',
	windowEdge: '#c9bca6',
	windowLitEdge: '#b9791c',
	windowLit: 'radial-gradient(120% 90% at 50% 35%, #ffe3a8, #f4b860 62%, #e2994a)',
	onWindow: '#2a1802',
	onWindowSmall: '#4a2c05',
	focus: '#8a4b00',
	danger: '#a52b2b',
	dangerSolid: '#b3343a',
	onDanger: '#ffffff',
	footer: '#3a4068',
	onFooter: '#c3cae0',
	onFooterStrong: '#f2ede1',
	onFooterSubtle: '#aab3d0',
	shadowCard: '0 1px 2px #3a2f1a14, 0 14px 30px -20px #3a2f1a4d',
	shadowLifted: '0 2px 4px #3a2f1a1a, 0 28px 60px -24px #3a2f1a73',
	shadowLantern: '0 1px 0 #ffffff80 inset, 0 8px 18px -12px #a9650acc',
	glowWindow: '0 8px 22px -10px #d98c1f',
	scrim: '#1e234080',
	confirmed: { text: '#12633f', ground: '#def1e4', line: '#8cc3a2' },
	late: { text: '#1c5690', ground: '#e0ecf9', line: '#8fb4da' },
	tentative: { text: '#695500', ground: '#f6eec8', line: '#c7b568' },
	declined: { text: '#9d2f37', ground: '#fae4e2', line: '#dca3a0' },
	now: { text: '#5a37a6', ground: '#ece4fb', line: '#b79fe4' },
	cancelled: { text: '#a52b2b', ground: '#fbe3df', line: '#dfa39c' },
	other: { text: '#505770', ground: '#e9e6e1', line: '#b9b4ab' },
});

createGlobalTheme(':root.dark', color, {
	page: '#0b1122',
	pageTop: '#10173a',
	surface: '#141b35',
	raised: '#1b2445',
	sunken: '#0c1226',
	overlay: '#1f294d',
	line: '#2a3558',
	lineStrong: '#7280ab',
	text: '#f2ede1',
	muted: '#b9c1d9',
	subtle: '#97a2c2',
	onSky: '#e6e1dc',
	lantern: '#f4b860',
	lanternHover: '#ffcb80',
	onLantern: '#241503',
	lanternText: '#f6c67c',
	lanternEdge: '#f4b860',
	lanternWash: '#2b2436',
	lanternLine: '#7a6040',
	windowDark: '#232c4e',
	windowEdge: '#3a4670',
	windowLitEdge: '#ffdf9f',
	windowLit: 'radial-gradient(120% 90% at 50% 35%, #ffe3a8, #f4b860 62%, #e2994a)',
	onWindow: '#2a1802',
	onWindowSmall: '#4a2c05',
	focus: '#ffd591',
	danger: '#ff9d94',
	dangerSolid: '#c73f45',
	onDanger: '#ffffff',
	footer: '#090e1d',
	onFooter: '#c3cae0',
	onFooterStrong: '#f2ede1',
	onFooterSubtle: '#aab3d0',
	shadowCard: '0 1px 0 #ffffff0a inset, 0 14px 34px -18px #00000099',
	shadowLifted: '0 1px 0 #ffffff12 inset, 0 24px 60px -20px #000000cc',
	shadowLantern: '0 1px 0 #ffffff59 inset, 0 10px 24px -14px #f4b860b3',
	glowWindow: '0 0 30px -4px #f4b86073',
	scrim: '#050814b3',
	confirmed: { text: '#83dba8', ground: '#14332f', line: '#2f6b57' },
	late: { text: '#8ec9f7', ground: '#152c4a', line: '#33608f' },
	tentative: { text: '#e3d68d', ground: '#2e2d30', line: '#77704a' },
	declined: { text: '#f59c9c', ground: '#37202f', line: '#7d4350' },
	now: { text: '#cbb0ff', ground: '#2e2358', line: '#6a52a8' },
	cancelled: { text: '#ff9d94', ground: '#3b1f2c', line: '#86424a' },
	other: { text: '#bcc4d8', ground: '#252d48', line: '#57617f' },
});

globalStyle(':root', { colorScheme: 'light' });
globalStyle(':root.dark', { colorScheme: 'dark' });

export const font = {
	serif: "'Newsreader Variable', Georgia, serif",
	sans: "'Hanken Grotesk Variable', system-ui, sans-serif",
};

export const space = { 1: '4px', 2: '8px', 3: '12px', 4: '16px', 5: '20px', 6: '24px', 8: '32px', 12: '48px', 16: '64px' };
export const radius = { control: '12px', row: '14px', notice: '16px', card: '20px', dialog: '24px', banner: '28px', pill: '99px' };
export const size = { target: '44px', field: '46px', buttonLarge: '52px', content: '1160px', side: '372px' };

export const motion = createGlobalThemeContract({ quick: '', calm: '', slow: '' }, kebab);
createGlobalTheme(':root', motion, { quick: '120ms', calm: '220ms', slow: '480ms' });
globalStyle(':root', {
	'@media': {
		'(prefers-reduced-motion: reduce)': { vars: { '--quick': '1ms', '--calm': '1ms', '--slow': '1ms' } },
	},
});
export const easing = 'cubic-bezier(.2, .7, .2, 1)';

/** Breakpoints: md is where the navigation collapses; cards stand 2 abreast from 720 and 3 from 1080. */
export const media = { md: '(min-width: 768px)', belowMd: '(max-width: 767.98px)', two: '(min-width: 720px)', three: '(min-width: 1080px)', still: '(prefers-reduced-motion: reduce)' };
