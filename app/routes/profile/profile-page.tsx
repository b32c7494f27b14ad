import { ButtonLink } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Trash2 } from '~/app/ui/icons.ts';
import { ACCOUNT_TEXTS } from '~/domain/users/account-data.ts';
import type { ApiTokenView, ProfileView, SessionView } from '~/domain/users/profile.ts';
import type { OwnHistory, OwnRegular } from '~/server/operations/signups/index.ts';
import { LinkCard, SessionsCard, TokensCard } from './account-cards.tsx';
import { CalendarCard } from './calendar-card.tsx';
import type { ShownLengths } from './history-steps.ts';
import { PreferredCard, type PreferredUsers, RegularsCard } from './people-cards.tsx';
import * as css from './profile.css.ts';
import type { ProfileOutcome } from './profile-forms.ts';
import { StatCards } from './profile-head.tsx';
import { RemindersCard } from './reminders-card.tsx';
import { ExperienceCard, SwitchesCard } from './saving-cards.tsx';
import { SignupHistory } from './signup-history.tsx';

export type ProfilePageProps = {
	user: ProfileView;
	history: OwnHistory;
	/** Null when they could not be read. */
	preferred: PreferredUsers | null;
	regulars: OwnRegular[];
	tokens: ApiTokenView[];
	sessions: SessionView[];
	shown: ShownLengths;
	/** The address of the user's calendar, null when there is none, and whether an event lies ahead in it. */
	calendar: { url: string | null; hasComingEvents: boolean };
	formKey: string;
	now: string;
	outcome: ProfileOutcome | null;
};

/** Renders all below the head. On a small screen the preferences are between signups and tokens. */
export function ProfilePage({ user, history, preferred, regulars, ...rest }: ProfilePageProps) {
	const { tokens, sessions, shown, calendar, formKey, now, outcome } = rest;
	const refusalOf = (...intents: string[]) =>
		outcome?.kind === 'refused' && intents.includes(outcome.intent) ? outcome : null;
	return (
		<>
			<StatCards tally={history.tally} nights={history.nights} />
			<div className={css.columns}>
				<SignupHistory history={history} shown={shown} />
				<div className={joinClasses(css.column, css.side)}>
					{preferred && <PreferredCard preferred={preferred} />}
					<RegularsCard regulars={regulars} refusal={refusalOf('signups.endRegular')} />
					<SwitchesCard user={user} refusal={refusalOf('profile.setSwitches')} />
					<RemindersCard user={user} refusal={refusalOf('profile.update')} />
					<ExperienceCard user={user} refusal={refusalOf('profile.update experience')} />
					<CalendarCard
						{...calendar}
						hasAllEvents={user.calendar_all_events}
						refusal={refusalOf('profile.update calendar', 'calendar.renewLink', 'calendar.revokeLink')}
					/>
					<LinkCard unlinked={history.unlinked} refusal={refusalOf('linking.link')} />
				</div>
				<div className={css.column}>
					<TokensCard
						tokens={tokens}
						formKey={formKey}
						now={now}
						createdToken={outcome?.kind === 'token' ? outcome : null}
						refusal={refusalOf('tokens.create', 'tokens.revoke')}
					/>
					<SessionsCard
						sessions={sessions}
						shown={shown}
						now={now}
						refusal={refusalOf('sessions.end', 'sessions.endOthers')}
					/>
				</div>
				<DangerZone />
			</div>
		</>
	);
}

function DangerZone() {
	return (
		<Card className={css.danger} aria-labelledby="danger-zone">
			<div className={css.dangerText}>
				<h2 id="danger-zone" className={css.dangerHead}>
					Danger Zone
				</h2>
				<p>Deleting your profile removes your {ACCOUNT_TEXTS.deleted} for good. You'll confirm twice.</p>
			</div>
			<ButtonLink to="/profile/delete" variant="danger" icon={Trash2} preventScrollReset>
				Delete Profile
			</ButtonLink>
		</Card>
	);
}
