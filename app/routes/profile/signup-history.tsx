import { chooseLight, getStandingLook } from '~/app/shell/status-looks.ts';
import { WindowTile } from '~/app/shell/window-tile.tsx';
import { Badge } from '~/app/ui/badge.tsx';
import { ButtonLink } from '~/app/ui/button.tsx';
import { Card, CardHead, EmptyState } from '~/app/ui/card.tsx';
import { ChevronDown } from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { muted, mutedSmall } from '~/app/ui/text.css.ts';
import { formatCount } from '~/domain/format-count.ts';
import { describeGame } from '~/domain/groups/result.ts';
import { EASTERN } from '~/domain/limits.ts';
import { labelStanding } from '~/domain/signups/standing.ts';
import { formatOrdinalDate, formatTime } from '~/domain/time/format.ts';
import type { OwnHistory } from '~/server/operations/signups/index.ts';
import { buildNewerHref, buildOlderHref, getHistoryPage, type ShownLengths } from './history-steps.ts';
import * as css from './profile.css.ts';

type SignupHistoryProps = { history: OwnHistory; shown: ShownLengths };

export function SignupHistory({ history: { signups, tally }, shown }: SignupHistoryProps) {
	const { offset } = getHistoryPage(shown);
	const hasOlder = tally.total > offset + signups.length && signups.length > 0;
	return (
		<Card aria-labelledby="signup-history">
			<CardHead title="Signup History" id="signup-history">
				<span className={muted}>{formatCount(tally.total, 'event')}</span>
			</CardHead>
			{tally.total === 0 ? (
				<EmptyState
					bare
					level={3}
					title="No signups yet"
					text="Events you sign up for show up here."
					action={<ButtonLink to="/events">See the events</ButtonLink>}
				/>
			) : (
				<ol className={plainList}>
					{signups.map((signup) => (
						<HistoryRow key={signup.id} signup={signup} />
					))}
				</ol>
			)}
			{(offset > 0 || hasOlder) && (
				<div className={css.historyFoot}>
					{offset > 0 && (
						<ButtonLink to={buildNewerHref(shown)} replace preventScrollReset variant="quiet">
							Show newer
						</ButtonLink>
					)}
					{hasOlder && (
						<ButtonLink
							to={buildOlderHref(shown)}
							replace
							preventScrollReset
							variant="quiet"
							iconEnd={ChevronDown}
						>
							Show older
						</ButtonLink>
					)}
				</div>
			)}
		</Card>
	);
}

function HistoryRow({ signup }: { signup: OwnHistory['signups'][number] }) {
	const { standing } = signup;
	return (
		<li className={css.historyRow}>
			<WindowTile date={signup.event_date} lit={chooseLight(standing)} className={css.historyTile} />
			<div className={css.historyText}>
				<div className={css.historyTitle} title={signup.event_title}>
					<Name>{signup.event_title}</Name>
				</div>
				<div className={mutedSmall}>
					{formatOrdinalDate(signup.event_date, EASTERN)}, {formatTime(signup.event_date, EASTERN)} Eastern
				</div>
				{signup.games.map((game, index) => (
					// Two rounds may have had the same game.
					<div key={index} className={mutedSmall}>
						{describeGame(game)}
					</div>
				))}
			</div>
			<Badge {...getStandingLook(standing)} className={css.historyStatus}>
				{labelStanding(standing)}
			</Badge>
			<ButtonLink to={`/events/${signup.event_id}`} variant="link" className={css.historyView}>
				View Event
			</ButtonLink>
		</li>
	);
}
