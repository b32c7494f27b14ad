import { Form } from 'react-router';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { ChevronDown, Download } from '~/app/ui/icons.ts';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { mutedSmall, strongSmall } from '~/app/ui/text.css.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatOrdinalDate } from '~/domain/time/format.ts';
import { formatRelative } from '~/domain/time/relative.ts';
import type { SessionView } from '~/domain/users/profile.ts';
import { buildAllSessionsHref, type ShownLengths } from './history-steps.ts';
import * as css from './profile.css.ts';
import type { ProfileRefusal } from './profile-forms.ts';

type SessionsCardProps = {
	sessions: SessionView[];
	shown: ShownLengths;
	now: string;
	refusal: ProfileRefusal | null;
};

/** Renders the user's sessions, and the link to the file with all stored data. */
export function SessionsCard({ sessions, shown, now, refusal }: SessionsCardProps) {
	const others = sessions.filter(({ isCurrent }) => !isCurrent);
	const listed = sessions.slice(0, shown.sessions ?? undefined);
	return (
		<Card aria-labelledby="sessions">
			<CardHead title="Where you're signed in" id="sessions">
				{others.length > 1 && (
					<Form method="post" action="/profile" replace>
						<input type="hidden" name="intent" value="sessions.endOthers" />
						<Button variant="quiet">Sign out everywhere else</Button>
					</Form>
				)}
			</CardHead>
			<FailureNotice failure={refusal} />
			<ul className={css.rows}>
				{listed.map((session) => (
					<li key={session.id} className={css.row}>
						<div className={css.rowText}>
							<div className={strongSmall}>{session.browser ?? 'Unknown browser'}</div>
							<div className={mutedSmall}>
								{session.isCurrent
									? 'This browser'
									: `Last used ${formatRelative(session.last_seen_at, now, EASTERN)}`}
								, since {formatOrdinalDate(session.created_at, EASTERN)}
							</div>
						</div>
						{!session.isCurrent && (
							<Form
								method="post"
								action={shown.sessions === null ? buildAllSessionsHref(shown) : '/profile'}
								replace
							>
								<input type="hidden" name="intent" value="sessions.end" />
								<input type="hidden" name="sessionId" value={session.id} />
								<Button variant="quiet">Sign out</Button>
							</Form>
						)}
					</li>
				))}
				{listed.length < sessions.length && (
					<li>
						<ButtonLink
							to={buildAllSessionsHref(shown)}
							replace
							preventScrollReset
							variant="quiet"
							iconEnd={ChevronDown}
						>
							Show all {sessions.length}
						</ButtonLink>
					</li>
				)}
				<li className={css.row}>
					<div className={css.rowText}>
						<div className={strongSmall}>Your data</div>
						<div className={mutedSmall}>Everything we store about you, as JSON</div>
					</div>
					<ButtonLink to="/profile/export" reloadDocument download icon={Download}>
						Download
					</ButtonLink>
				</li>
			</ul>
		</Card>
	);
}
