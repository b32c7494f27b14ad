import { formatCount } from '../format-count.ts';
import { isolate } from '../isolate.ts';
import { EASTERN } from '../limits.ts';
import { formatLongDate, formatTime } from '../time/format.ts';
import type { EventStatus } from './status.ts';

export type PreviewedEvent = {
	title: string;
	date: Date;
	status: EventStatus;
	confirmedCount: number;
	isTestData: boolean;
};

/** The texts of a link preview, and how many windows of its picture are lit; null for the picture without an event. */
export type LinkPreview = { title: string; description: string; litWindows: number | null };

/** Returns the id of the event whose page is at this address, or null. */
export function parseEventAddress(address: string): string | null {
	return /^\/events\/([1-9]\d{0,17})\/?(?:[?#]|$)/.exec(address)?.[1] ?? null;
}

/** Returns what other sites show of a link. Without an event it is only the community's name. */
export function describeLinkPreview(event: PreviewedEvent | null, communityName: string): LinkPreview {
	if (!event || event.isTestData) {
		const description = `Game nights of ${communityName}. Sign in to see them.`;
		return { title: communityName, description, litWindows: null };
	}
	const time = `${formatLongDate(event.date, EASTERN)} at ${formatTime(event.date, EASTERN)} Eastern`;
	if (event.status === 'cancelled') {
		return {
			title: `Cancelled: ${isolate(event.title)}`,
			description: `This event was planned for ${time}.`,
			litWindows: 0,
		};
	}
	return {
		title: event.title,
		description: `${time} · ${formatCount(event.confirmedCount, 'player')} confirmed`,
		litWindows: event.confirmedCount,
	};
}
