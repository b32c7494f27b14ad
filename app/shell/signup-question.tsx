import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { TextInput } from '~/app/ui/field.tsx';
import { hidden, mutedSmall, strong } from '~/app/ui/text.css.ts';
import { TEXT_LIMITS } from '~/domain/limits.ts';
import { listArrivalChoices, type SignupQuestion } from '~/domain/signups/question.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';
import * as css from './signup-question.css.ts';

type SignupQuestionProps = {
	question: SignupQuestion;
	/** The status that the signup keeps. */
	status: SignupStatus;
	event: { id: string; duration: number };
	/** The address of the dialog of the viewer's signup. */
	dialogHref: string;
	/** Whether the press that asks was on this page: then a page that is too short for it scrolls. */
	hasJustAppeared?: boolean;
	/** The note that was refused. */
	typedNote?: string | undefined;
};

const HOW_LATE = 'How late will you be?';

/** Renders what a user is asked after Late or Declined, inside a form for their signup. */
export function SignupQuestionFields({
	question,
	status,
	event,
	dialogHref,
	hasJustAppeared,
	typedNote,
}: SignupQuestionProps) {
	return (
		<div ref={hasJustAppeared ? showWhole : undefined} className={css.question}>
			<input type="hidden" name="intent" value="signups.put" />
			<input type="hidden" name="status" value={status} />
			{question === 'arrival' ? (
				<>
					<div className={css.text}>
						<p className={strong}>{HOW_LATE}</p>
						<p className={mutedSmall}>Optional. Creators and storytellers see it.</p>
					</div>
					{/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row everywhere */}
					<div role="group" aria-label={HOW_LATE} className={css.choices}>
						{listArrivalChoices(event.duration).map((minutes) => (
							<Button key={minutes} name="minutes_late" value={minutes} className={css.choice}>
								{minutes} min
							</Button>
						))}
						<ButtonLink to={dialogHref} preventScrollReset className={css.choice}>
							Other<span className={hidden}> time</span>
						</ButtonLink>
					</div>
				</>
			) : (
				<div className={css.note}>
					<TextInput
						name="notes"
						label="Add a note? Only creators and admins see it."
						maxLength={TEXT_LIMITS.signupNotes}
						autoComplete="off"
						defaultValue={typedNote}
					/>
					<Button>Save note</Button>
				</div>
			)}
		</div>
	);
}

const showWhole = (question: HTMLElement | null) => question?.scrollIntoView({ block: 'nearest' });
