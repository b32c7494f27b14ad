import type { ThemeName } from '~/app/ui/theme/theme-context.tsx';

export type Palette = {
	sky: readonly string[];
	/** The position of each sky color, 0 at the top and 1 where the roofs begin. */
	skyStops: readonly number[];
	star: string;
	/** 0 hides the stars. */
	starOpacity: number;
	moon: string;
	cloud: string;
	cloudOpacity: number;
	hills: readonly [string, string];
	farWall: string;
	farRoof: string;
	farLight: string;
	middleWall: string;
	middleRoof: string;
	nearWall: string;
	nearRoof: string;
	middleWindow: string;
	nearWindow: string;
	/** The colors of a lit window at its top and bottom, and of its halo. */
	lit: readonly [string, string];
	glow: string;
	glowOpacity: number;
	tower: string;
	towerSide: string;
	pennant: string;
	smoke: string;
	/** The page's color, into which the ground fades. */
	page: string;
};

const darkPalette: Palette = {
	sky: ['#0a1026', '#111a3a', '#232450', '#493763', '#8a5560', '#d08a5c'],
	skyStops: [0, 0.3, 0.56, 0.74, 0.89, 1],
	star: '#f6ead0',
	starOpacity: 0.85,
	moon: '#f4e6c8',
	cloud: '#6d5a86',
	cloudOpacity: 0.28,
	hills: ['#3f3560', '#332d57'],
	farWall: '#2b2850',
	farRoof: '#322d58',
	farLight: '#f0b768',
	middleWall: '#1b1d40',
	middleRoof: '#23234a',
	nearWall: '#0b1122',
	nearRoof: '#131a33',
	middleWindow: '#141a38',
	nearWindow: '#1a2242',
	lit: ['#ffdf9a', '#f3a94e'],
	glow: '#f4b860',
	glowOpacity: 0.34,
	tower: '#0f1330',
	towerSide: '#4b3b5c',
	pennant: '#6d5878',
	smoke: '#a08aa0',
	page: '#0b1122',
};

const lightPalette: Palette = {
	sky: ['#d5dfea', '#e6e6e6', '#f3e6d3', '#f8d9b4', '#f3bd8f', '#e99b76'],
	skyStops: [0, 0.26, 0.5, 0.7, 0.87, 1],
	star: '#ffffff',
	starOpacity: 0,
	moon: '#fff9ec',
	cloud: '#fff6ea',
	cloudOpacity: 0.62,
	hills: ['#d9a992', '#c59a94'],
	farWall: '#a98b98',
	farRoof: '#9b7f92',
	farLight: '#ffe2a0',
	middleWall: '#6f6688',
	middleRoof: '#625b80',
	nearWall: '#3a4068',
	nearRoof: '#2f355c',
	middleWindow: '#575480',
	nearWindow: '#2b3156',
	lit: ['#fff0bd', '#ffcb6b'],
	glow: '#ffc76b',
	glowOpacity: 0.5,
	tower: '#4c4c78',
	towerSide: '#5d5a86',
	pennant: '#4c4c78',
	smoke: '#fff3e2',
	page: '#f7f1e7',
};

/** The dark theme shows the town in the evening, the light theme an hour earlier. */
export const palettes: Record<ThemeName, Palette> = { dark: darkPalette, light: lightPalette };
