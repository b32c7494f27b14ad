import type { ThemeName } from '~/app/ui/theme/theme-context.tsx';
import { isSceneName, isVariantOf, type SceneName } from './scenes.ts';

/** In every scenery address, so that files may be cached forever. When a drawing changes, its test prints the value. */
export const DRAWING_VERSION = '6c97a029b3';

export type SceneryFile = { name: SceneName | 'stars'; variant: number; theme: ThemeName };

/** Returns the address of a scene's static part: everything but its lit windows. */
export function toSceneryUrl({ name, variant, theme }: SceneryFile): string {
	return `/scenery/${name}-${variant}-${theme}.${DRAWING_VERSION}.svg`;
}

const FILE = /^([a-z-]{1,24})-(\d{1,2})-(dark|light)\.([0-9a-f]{1,16})\.svg$/;

/** Returns the parts of a file name, or null for a name that this version never produces. */
export function parseSceneryFile(file: string): SceneryFile | null {
	const [, name, digits, theme, version] = FILE.exec(file) ?? [];
	if (name === undefined || version !== DRAWING_VERSION) return null;
	if (theme !== 'dark' && theme !== 'light') return null;
	const variant = Number(digits);
	if (name === 'stars') return variant === 0 && theme === 'dark' ? { name, variant, theme } : null;
	if (String(variant) !== digits || !isSceneName(name) || !isVariantOf(name, variant)) return null;
	return { name, variant, theme };
}
