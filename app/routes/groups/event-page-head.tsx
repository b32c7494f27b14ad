import { Fragment } from 'react';
import { Name } from '~/app/ui/name.tsx';
import { BackLink, PageHead, type PageHeadProps } from '~/app/ui/page-head.tsx';
import { inflect } from '~/domain/format-count.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { getZoneLabel } from '~/domain/time/zones.ts';

type PageEvent = { id: string; title: string; date: string; timezone: string };

/** Returns when an event starts, in its own time zone. */
export const describeStart = ({ date, timezone }: PageEvent): string =>
	`${formatDateTimeShort(date, timezone)} (${getZoneLabel(timezone)})`;

/** Renders the head of a page of an event other than its own one. */
export function EventPageHead({
	event,
	...head
}: { event: PageEvent } & Pick<PageHeadProps, 'title' | 'actions'>) {
	return (
		<>
			<BackLink to={`/events/${event.id}`}>Back to the event</BackLink>
			<PageHead
				{...head}
				subtitle={
					<>
						<Name>{event.title}</Name> · {describeStart(event)}
					</>
				}
			/>
		</>
	);
}

export const StorytellerNames = ({ names }: { names: readonly string[] }) => (
	<>
		{inflect(names.length, 'Storyteller', 'Storytellers')}:{' '}
		{names.map((name, index) => (
			// Two storytellers may have the same name.
			<Fragment key={index}>
				{index > 0 && ', '}
				<Name>{name}</Name>
			</Fragment>
		))}
	</>
);
