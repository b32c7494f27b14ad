import type { EventPageIntent } from './event-page-form.ts';

/** Renders the field that tells the event page's action which form was sent. */
export const EventIntent = ({ value }: { value: EventPageIntent }) => (
	<input type="hidden" name="intent" value={value} />
);
