import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { UserAvatar } from '~/app/shell/user-avatar.tsx';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { plainList } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { cardTitle, muted, mutedSmall, textLink } from '~/app/ui/text.css.ts';
import { describeSeries } from '~/domain/events/series.ts';
import { PREFERENCE_LIMITS } from '~/domain/limits.ts';
import { STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import type { OwnRegular } from '~/server/operations/signups/index.ts';
import * as css from './profile.css.ts';
import type { ProfileRefusal } from './profile-forms.ts';

export type PreferredUsers = { players: PublicUserView[]; storytellers: PublicUserView[]; notes: string };

export function PreferredCard({ preferred }: { preferred: PreferredUsers }) {
	return (
		<Card aria-labelledby="player-preferences">
			<CardHead title="Player Preferences" id="player-preferences">
				<ButtonLink
					to="/profile/preferences"
					variant="link"
					preventScrollReset
					aria-label="Edit Player Preferences"
				>
					Edit
				</ButtonLink>
			</CardHead>
			<PreferredList
				title="Preferred Players"
				users={preferred.players}
				maximum={PREFERENCE_LIMITS.players}
			/>
			<PreferredList
				title="Preferred Storytellers"
				users={preferred.storytellers}
				maximum={PREFERENCE_LIMITS.storytellers}
			/>
			<h3 className={css.listHead}>Profile Notes</h3>
			<p className={css.notes} dir="auto">
				{preferred.notes || 'Nothing yet'}
			</p>
		</Card>
	);
}

function PreferredList({
	title,
	users,
	maximum,
}: {
	title: string;
	users: PublicUserView[];
	maximum: number;
}) {
	return (
		<>
			<h3 className={css.listHead}>
				{title}{' '}
				<span className={css.listCount}>
					{users.length} of {maximum}
				</span>
			</h3>
			{users.length === 0 ? (
				<p className={muted}>No one yet</p>
			) : (
				<ul className={css.chips}>
					{users.map((user) => (
						<UserChip key={user.id} user={user} />
					))}
				</ul>
			)}
		</>
	);
}

type RegularsCardProps = { regulars: readonly OwnRegular[]; refusal: ProfileRefusal | null };

/** Renders the series whose new events the user is signed up for, each with a button that ends it. */
export function RegularsCard({ regulars, refusal }: RegularsCardProps) {
	if (regulars.length === 0) return null;
	return (
		<Card aria-labelledby="regulars">
			<h2 id="regulars" className={cardTitle}>
				Regular games
			</h2>
			<p className={css.note}>You're signed up for each new event of these. Signups that you have stay.</p>
			<FailureNotice failure={refusal} />
			<ul className={plainList}>
				{regulars.map(({ eventId, title, status, progress, ...series }) => (
					<li key={series.id} className={css.regular}>
						<div className={css.regularText}>
							<Link to={`/events/${eventId}`} className={textLink}>
								<Name>{title}</Name>
							</Link>
							<span className={mutedSmall}>
								{STATUS_LABELS[status]} · {describeSeries(series, progress)}
							</span>
						</div>
						<Form method="post" action="/profile" replace preventScrollReset>
							<input type="hidden" name="intent" value="signups.endRegular" />
							<input type="hidden" name="eventId" value={eventId} />
							<Button aria-label={`Stop ${title}`}>Stop</Button>
						</Form>
					</li>
				))}
			</ul>
		</Card>
	);
}

type UserChipProps = {
	user: PublicUserView;
	children?: ReactNode;
};

export function UserChip({ user, children }: UserChipProps) {
	const name = formatDisplayName(user);
	return (
		<li className={css.userChip}>
			<UserAvatar name={name} user={user} size={28} pixels={64} />
			<Name className={css.userChipName} title={name}>
				{name}
			</Name>
			{children}
		</li>
	);
}
