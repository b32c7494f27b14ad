import { WEEKDAYS } from '../time/day.ts';

/** The title an event gets by default: `weekday` (0 Sunday to 6 Saturday) followed by the game's name (spec, section 5). */
export function defaultTitle(weekday: number, gameName: string): string {
	return `${WEEKDAYS[weekday] ?? ''} ${gameName}`.trim();
}
