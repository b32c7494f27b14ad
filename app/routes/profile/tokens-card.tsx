import { type FormEvent, useState } from 'react';
import { Form, Link, useNavigation, useSubmit } from 'react-router';
import { Button } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { TextInput } from '~/app/ui/field.tsx';
import { KeyRound } from '~/app/ui/icons.ts';
import { Code, Name } from '~/app/ui/name.tsx';
import { FailureNotice, Notice } from '~/app/ui/notice.tsx';
import { mutedSmall, strongSmall, textLink } from '~/app/ui/text.css.ts';
import { EASTERN, TEXT_LIMITS } from '~/domain/limits.ts';
import { formatOrdinalDate } from '~/domain/time/format.ts';
import { formatRelative } from '~/domain/time/relative.ts';
import type { ApiTokenView } from '~/domain/users/profile.ts';
import * as css from './profile.css.ts';
import type { ProfileOutcome, ProfileRefusal } from './profile-forms.ts';

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

/**
 * Renders the form that creates a token. The secret is only in one response, so a second press must not abort
 * the request.
 */
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
			<div className={css.inlineForm}>
				<TextInput
					name="name"
					label="Name of the token"
					maxLength={TEXT_LIMITS.apiTokenName}
					autoComplete="off"
					defaultValue={refusal?.typedValue ?? ''}
					error={refusal?.fieldErrors.name}
				/>
				<Button className={css.besideField} icon={KeyRound} pending={isCreating && 'Creating...'}>
					New token
				</Button>
			</div>
		</Form>
	);
}
