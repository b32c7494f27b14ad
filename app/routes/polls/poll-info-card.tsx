import type { ReactNode } from 'react';
import { Fact } from '~/app/routes/event/event-info-card.tsx';
import { infoDescription, infoList } from '~/app/routes/event/event-page.css.ts';
import { LinkedText } from '~/app/shell/linked-text.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { Hourglass, MapPin, ScrollText } from '~/app/ui/icons.ts';
import { useSite } from '~/app/ui/site-context.tsx';
import { EASTERN } from '~/domain/limits.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { chooseCardZone, getZoneLabel, type LocalZone } from '~/domain/time/zones.ts';
import type { PollDetail } from '~/server/operations/kernel/poll-rows.ts';
import * as css from './polls.css.ts';

type PollInfoCardProps = {
	poll: PollDetail;
	children: ReactNode;
};

export function PollInfoCard({ poll, children }: PollInfoCardProps) {
	return (
		<Card aria-labelledby="poll-info">
			<CardHead title="Poll Info" id="poll-info" />
			<dl className={infoList}>
				<Fact icon={Hourglass} term="Answer by">
					<PollTime date={poll.answer_by} zone={poll.timezone} />
				</Fact>
				{poll.location && (
					<Fact icon={MapPin} term="Location">
						<LinkedText text={poll.location} isPlace />
					</Fact>
				)}
				{poll.description && (
					<Fact icon={ScrollText} term="Description" className={infoDescription}>
						<LinkedText text={poll.description} />
					</Fact>
				)}
			</dl>
			{children}
		</Card>
	);
}

type PollTimeProps = {
	date: string;
	/** The zone of the poll. */
	zone: string;
	/** Follows the time in the other zone. */
	note?: string;
};

/** Renders a time in Eastern, and in the viewer's zone or the poll's when that shows another time. */
export function PollTime({ date, zone, note }: PollTimeProps) {
	const { viewerZone } = useSite();
	const local = chooseCardZone({ date: new Date(date), eventZone: zone, viewerZone });
	const inZone = ({ zone, isViewers }: LocalZone) =>
		`${formatDateTimeShort(date, zone)} in ${isViewers ? 'your time' : getZoneLabel(zone)}`;
	return (
		<>
			<time dateTime={date}>{formatDateTimeShort(date, EASTERN)} Eastern</time>
			{(local || note) && (
				<span className={css.local}>{[local && inZone(local), note].filter(Boolean).join(' · ')}</span>
			)}
		</>
	);
}
