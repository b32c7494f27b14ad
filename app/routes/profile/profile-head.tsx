import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { Avatar } from '~/app/ui/avatar.tsx';
import { Badge, ToneIcon } from '~/app/ui/badge.tsx';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { TextInput } from '~/app/ui/field.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { Pencil, Shield, Ticket } from '~/app/ui/icons.ts';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { muted, serif, subtle, tabular } from '~/app/ui/text.css.ts';
import { Scene } from '~/app/ui/town/scene.tsx';
import { describeNights, type Nights } from '~/domain/groups/attendance.ts';
import { EASTERN, TEXT_LIMITS } from '~/domain/limits.ts';
import type { SignupTally } from '~/domain/signups/statuses.ts';
import { formatOrdinalDate } from '~/domain/time/format.ts';
import { buildAvatarUrl, formatDisplayName } from '~/domain/users/display.ts';
import { ROLE_LABELS } from '~/domain/users/roles.ts';
import type { UserView } from '~/domain/users/schema.ts';
import * as css from './profile.css.ts';

export function ProfileHead({ user }: { user: UserView }) {
	return (
		<Frame user={user}>
			<div className={css.headText}>
				<RoleBadge user={user} />
				<h1>
					<Name>{formatDisplayName(user)}</Name>
				</h1>
				<Facts user={user} />
			</div>
			<div className={css.headActions}>
				<ButtonLink to="/profile/edit" variant="primary" icon={Pencil} preventScrollReset>
					Edit Profile
				</ButtonLink>
			</div>
		</Frame>
	);
}

type HeadFormProps = {
	user: UserView;
	refusal: { title: string; error: string; preferredUsername: string } | null;
};

export function ProfileHeadForm({ user, refusal }: HeadFormProps) {
	const isSaving = useNavigation().formMethod === 'POST';
	return (
		<Frame user={user}>
			<Form method="post" action="/profile/edit" replace preventScrollReset className={css.headForm}>
				<input type="hidden" name="intent" value="auth.updateUsername" />
				<RoleBadge user={user} />
				<h1 className={css.headFormTitle}>Edit Profile</h1>
				<FailureNotice failure={refusal} />
				<TextInput
					name="preferredUsername"
					label="Preferred Username"
					hint={`What others call you here, at most ${TEXT_LIMITS.preferredUsername} characters. Empty: your Discord name, ${user.username}.`}
					maxLength={TEXT_LIMITS.preferredUsername}
					autoComplete="nickname"
					defaultValue={refusal?.preferredUsername ?? user.preferredUsername ?? ''}
				/>
				<div className={css.headFormActions}>
					<Button variant="primary" pending={isSaving && 'Saving...'}>
						Save
					</Button>
					<ButtonLink to="/profile" variant="quiet" preventScrollReset>
						Cancel
					</ButtonLink>
				</div>
				<Facts user={user} />
			</Form>
		</Frame>
	);
}

function Frame({ user, children }: { user: UserView; children: ReactNode }) {
	const { cdnUrl } = useSite();
	const picture = buildAvatarUrl({ discordId: user.discordId, avatar: user.avatar, cdnUrl, size: 256 });
	return (
		<header className={css.head}>
			<div className={css.headWindow}>
				<Scene name="banner" fill lit={6} className={css.headTown} />
				<Avatar name={formatDisplayName(user)} src={picture} size={96} className={css.headFace} />
			</div>
			{children}
		</header>
	);
}

function RoleBadge({ user }: { user: UserView }) {
	return (
		<Badge tone="neutral" icon={Shield} className={css.headRole}>
			{ROLE_LABELS[user.role]}
		</Badge>
	);
}

function Facts({ user }: { user: UserView }) {
	return (
		<p className={css.headFacts}>
			Discord: <Name>{user.username}</Name>{' '}
			<span className={`${subtle} ${tabular}`}>
				({user.discordId ? `ID ${user.discordId}` : 'Not linked'})
			</span>
			<br />
			In town since {formatOrdinalDate(user.created_at, EASTERN)}
		</p>
	);
}

export function StatCards({ tally, nights }: { tally: SignupTally; nights: Nights }) {
	const described = describeNights(nights);
	return (
		<>
			<dl className={css.stats}>
				<Stat
					label="Total Signups"
					count={tally.total}
					icon={<Icon icon={Ticket} size="large" className={muted} />}
				/>
				<Stat
					label="Confirmed"
					count={tally.confirmed}
					icon={<ToneIcon {...SIGNUP_LOOKS.confirmed} size="large" />}
				/>
				<Stat
					label="Tentative"
					count={tally.tentative}
					icon={<ToneIcon {...SIGNUP_LOOKS.tentative} size="large" />}
				/>
			</dl>
			{described && <p className={muted}>{described}</p>}
		</>
	);
}

function Stat({ label, count, icon }: { label: string; count: number; icon: ReactNode }) {
	return (
		<Card as="div" bare className={css.stat}>
			<dt className={css.statLabel}>{label}</dt>
			<dd className={css.statRow}>
				<span className={`${serif} ${css.statCount}`}>{count}</span>
				{icon}
			</dd>
		</Card>
	);
}
