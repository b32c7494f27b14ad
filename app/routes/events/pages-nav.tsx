import { ButtonLink } from '~/app/ui/button.tsx';
import { ChevronLeft, ChevronRight } from '~/app/ui/icons.ts';
import * as css from './events-page.css.ts';

type PagesNavProps = {
	/** The cursors of the neighboring pages. */
	next: string | null;
	previous: string | null;
	/** The address of the first page. */
	base: string;
	labels: { next: string; previous: string };
};

/** Renders the links to the other pages, or nothing when all events are on this page. */
export function PagesNav({ next, previous, base, labels }: PagesNavProps) {
	if (!next && !previous) return null;
	const addressOf = (cursor: string) => `${base}${base.includes('?') ? '&' : '?'}cursor=${cursor}`;
	return (
		<nav aria-label="Pages" className={css.pages}>
			{previous && (
				<ButtonLink to={addressOf(previous)} icon={ChevronLeft}>
					{labels.previous}
				</ButtonLink>
			)}
			{next && (
				<ButtonLink to={addressOf(next)} iconEnd={ChevronRight} className={css.next}>
					{labels.next}
				</ButtonLink>
			)}
		</nav>
	);
}

export const PAST_EVENTS = '/events?view=past';

/** Returns the address of the past events whose titles match `q`. */
export const toPastAddress = (q: string) => (q ? `${PAST_EVENTS}&q=${encodeURIComponent(q)}` : PAST_EVENTS);
