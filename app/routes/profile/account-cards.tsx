import { type FormEvent, useState } from 'react';
import { Form, Link, useNavigation, useSubmit } from 'react-router';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { besideField, fieldRow } from '~/app/ui/field.css.ts';
import { TextInput } from '~/app/ui/field.tsx';
import { ChevronDown, Download, KeyRound } from '~/app/ui/icons.ts';
import { Code, Name } from '~/app/ui/name.tsx';
import { FailureNotice, Notice } from '~/app/ui/notice.tsx';
import { cardTitle, mutedSmall, strongSmall, textLink } from '~/app/ui/text.css.ts';
import { formatCount, inflect } from '~/domain/format-count.ts';
import { EASTERN, TEXT_LIMITS } from '~/domain/limits.ts';
import { formatOrdinalDate } from '~/domain/time/format.ts';
import { formatRelative } from '~/domain/time/relative.ts';
import type { ApiTokenView, SessionView } from '~/domain/users/profile.ts';
import { buildAllSessionsHref, type ShownLengths } from './history-steps.ts';
import * as css from './profile.css.ts';
import type { ProfileOutcome, ProfileRefusal } from './profile-forms.ts';

/** Renders the form that links the signups made for the user's Discord ID before the first sign-in. */
export function LinkCard({ unlinked, refusal }: { unlinked: number; refusal: ProfileRefusal | null }) {
	const isLinking = useNavigation().formData?.get('intent') === 'linking.link';
	return (
		<Card aria-labelledby="link-discord">
			<h2 id="link-discord" className={cardTitle}>
				Link Discord Account
			</h2>
			<p className={css.note}>
				Signed up on Discord before joining here? Add those signups to your profile.
				{unlinked > 0 && ` ${formatCount(unlinked, 'signup')} ${inflect(unlinked, 'is', 'are')} waiting.`}
			</p>
			<Form method="post" action="/profile" replace className={css.stackForm}>
				<input type="hidden" name="intent" value="linking.link" />
				<FailureNotice failure={refusal} />
				<div className={fieldRow}>
					<TextInput
						name="discordUserId"
						label="Discord User ID"
						inputMode="numeric"
						autoComplete="off"
						defaultValue={refusal?.typedValue ?? ''}
						error={refusal?.fieldErrors.discordUserId}
					/>
					<Button className={besideField} pending={isLinking && 'Linking...'}>
						Link
					</Button>
				</div>
			</Form>
		</Card>
	);
}

type SessionsCardProps = {
	sessions: SessionView[];
	shown: ShownLengths;
	now: string;
	refusal: ProfileRefusal | null;
};

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

type TokensCardProps = {
	tokens: ApiTokenView[];
	formKey: string;
	now: string;
	createdToken: Extract<ProfileOutcome, { kind: 'token' }> | null;
	refusal: ProfileRefusal | null;
};

/** Renders the personal API tokens: created with a name, shown once, revoked here. */
export function TokensCard({ tokens, formKey, now, createdToken, refusal }: TokensCardProps) {
	// The form is reset only when a token has been created.
	const [lastCreatedToken, setLastCreatedToken] = useState(createdToken);
	if (createdToken && createdToken !== lastCreatedToken) setLastCreatedToken(createdToken);
	return (
		<Card aria-labelledby="api-tokens">
			<CardHead title="API Tokens" id="api-tokens" />
			<p className={css.note}>
				For your own scripts. A token has the same access as you, except that it can't create tokens, end
				sessions, link signups or delete your account. It expires after a year. Send it as ‘Authorization:
				Bearer’. The{' '}
				<Link to="/api/docs" className={textLink}>
					API page
				</Link>{' '}
				shows how.
			</p>
			{createdToken && (
				<Notice tone="success" title={`The token ‘${createdToken.name}’ is ready.`}>
					Copy it now. It won't be shown again.
					<Code className={css.secret}>{createdToken.secret}</Code>
				</Notice>
			)}
			{tokens.length > 0 && (
				<ul className={css.rows}>
					{tokens.map((token) => (
						<li key={token.id} className={css.row}>
							<div className={css.rowText}>
								<div className={strongSmall}>
									<Name>{token.name}</Name>
								</div>
								<div className={mutedSmall}>
									{token.last_used_at
										? `Last used ${formatRelative(token.last_used_at, now, EASTERN)}`
										: 'Never used'}
									, expires {formatOrdinalDate(token.expires_at, EASTERN)}
								</div>
							</div>
							<Form method="post" action="/profile" replace>
								<input type="hidden" name="intent" value="tokens.revoke" />
								<input type="hidden" name="tokenId" value={token.id} />
								<Button variant="quiet" aria-label={`Revoke ${token.name}`}>
									Revoke
								</Button>
							</Form>
						</li>
					))}
				</ul>
			)}
			<TokenForm
				key={lastCreatedToken?.secret}
				formKey={formKey}
				refusal={refusal}
				className={createdToken !== null || tokens.length > 0 ? css.separate : undefined}
			/>
		</Card>
	);
}

type TokenFormProps = Pick<TokensCardProps, 'formKey' | 'refusal'> & { className?: string | undefined };

/** The secret is only in one response, so a second press must not abort the request. */
function TokenForm({ formKey, refusal, className }: TokenFormProps) {
	const submit = useSubmit();
	const isCreating = useNavigation().formData?.get('intent') === 'tokens.create';
	const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		// flushSync renders the pending state before a second press is possible.
		void submit(event.currentTarget, { replace: true, preventScrollReset: true, flushSync: true });
	};
	return (
		<Form
			method="post"
			action="/profile"
			className={joinClasses(css.stackForm, className)}
			onSubmit={handleSubmit}
		>
			<input type="hidden" name="intent" value="tokens.create" />
			<input type="hidden" name="key" value={formKey} />
			<FailureNotice failure={refusal} />
			<div className={fieldRow}>
				<TextInput
					name="name"
					label="Name of the token"
					maxLength={TEXT_LIMITS.apiTokenName}
					autoComplete="off"
					defaultValue={refusal?.typedValue ?? ''}
					error={refusal?.fieldErrors.name}
				/>
				<Button className={besideField} icon={KeyRound} pending={isCreating && 'Creating...'}>
					New token
				</Button>
			</div>
		</Form>
	);
}
