import { Form, useNavigation } from 'react-router';
import { Button } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { TextInput } from '~/app/ui/field.tsx';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { cardTitle } from '~/app/ui/text.css.ts';
import * as css from './profile.css.ts';
import type { ProfileRefusal } from './profile-forms.ts';

/** Renders the form that links the signups made for the user's Discord ID before the first sign-in. */
export function LinkCard({ unlinked, refusal }: { unlinked: number; refusal: ProfileRefusal | null }) {
	const navigation = useNavigation();
	const isLinking = navigation.formData?.get('intent') === 'linking.link';
	return (
		<Card aria-labelledby="link-discord">
			<h2 id="link-discord" className={cardTitle}>
				Link Discord Account
			</h2>
			<p className={css.note}>
				Signed up on Discord before joining here? Add those signups to your profile.
				{unlinked > 0 && (unlinked === 1 ? ' 1 signup is waiting.' : ` ${unlinked} signups are waiting.`)}
			</p>
			<Form method="post" action="/profile" replace className={css.stackForm}>
				<input type="hidden" name="intent" value="linking.link" />
				<FailureNotice failure={refusal} />
				<div className={css.inlineForm}>
					<TextInput
						name="discordUserId"
						label="Discord User ID"
						inputMode="numeric"
						autoComplete="off"
						defaultValue={refusal?.typedValue ?? ''}
						error={refusal?.fieldErrors.discordUserId}
					/>
					<Button className={css.besideField} pending={isLinking && 'Linking...'}>
						Link
					</Button>
				</div>
			</Form>
		</Card>
	);
}
