import { WEEKDAYS } from '../time/day.ts';

/**
 * Returns the default title of an event: `weekday` (0 Sunday to 6 Saturday) and the game's name (spec,
 * section 5).
 */
export function getDefaultTitle(weekday: number, gameName: string): string {
	return `${WEEKDAYS[weekday] ?? ''} ${gameName}`.trim();
}
