import type { ReactNode } from 'react';
import { Button } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { FailureNotice, Notice } from '~/app/ui/notice.tsx';
import * as css from './profile.css.ts';
import type { ProfileRefusal } from './profile-forms.ts';
import { useSavingForm } from './use-saving-form.ts';

type SavingCardProps = {
	id: string;
	title: string;
	intent: string;
	refusal: ProfileRefusal | null;
	/** The label of the button without script. */
	saveLabel: string;
	/** The fields of the form. */
	children: ReactNode;
	/** What follows the form. */
	footer?: ReactNode;
};

/** Renders a card whose form saves a change at once, with script, and says what came of it. */
export function SavingCard({ id, title, intent, refusal, saveLabel, children, footer }: SavingCardProps) {
	const { fetcher, outcome: response, formProps } = useSavingForm();
	const outcome = response ?? refusal;
	return (
		<Card aria-labelledby={id}>
			<CardHead title={title} id={id} />
			{outcome?.kind === 'refused' && <FailureNotice failure={outcome} />}
			<fetcher.Form {...formProps}>
				<input type="hidden" name="intent" value={intent} />
				{children}
				<noscript>
					<Button wide>{saveLabel}</Button>
				</noscript>
			</fetcher.Form>
			{footer}
			{outcome?.kind === 'saved' && (
				<Notice tone="success" className={css.separate}>
					{outcome.title}
				</Notice>
			)}
		</Card>
	);
}
