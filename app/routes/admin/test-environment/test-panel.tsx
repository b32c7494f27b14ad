import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { useShowNotice } from '~/app/shell/flash.tsx';
import { getTextProps, useFormFields } from '~/app/shell/use-form-fields.ts';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Card, CardSection } from '~/app/ui/card.tsx';
import { TextArea, TextInput, useTypedText } from '~/app/ui/field.tsx';
import { CalendarPlus, HeartHandshake, Info, RefreshCw, Trash2, UserCheck, Users } from '~/app/ui/icons.ts';
import { FloatingNotice, NoticePlace } from '~/app/ui/notice-place.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import { TEST_DAYS_FROM_NOW, TEST_USERS, TEXT_LIMITS } from '~/domain/limits.ts';
import { STATUS_LABELS } from '~/domain/signups/statuses.ts';
import type { TestStatus } from '~/domain/test-environment/test-data.ts';
import { TEST_DESCRIPTION, type TestAction, testEventTitle } from '~/domain/test-environment/texts.ts';
import * as css from './test-environment.css.ts';
import { COUNT_ORDER, TEST_ADDRESS, type TestForm, type TestValues } from './test-form.ts';
import { StatusBlock } from './test-status.tsx';

type TestPanelProps = {
	status: TestStatus | null;
	failure: { title: string; text: string } | null;
	/** A new idempotency key for every load: a form that is sent twice runs once. */
	formKey: string;
	testForm: TestForm;
};

/** Renders the test panel (spec, section 2). While one form is being sent, the others cannot be sent. */
export function TestPanel({ status, failure, formKey, testForm }: TestPanelProps) {
	const { formData } = useNavigation();
	const intent = formData?.get('intent');
	const runningAction = typeof intent === 'string' ? intent : null;
	const problem = testForm.refusal ?? failure;
	const showNotice = useShowNotice();
	const isScripted = useHydrated();
	useEffect(() => {
		if (!problem) return;
		const { title, text } = problem;
		showNotice({ tone: 'error', title, text, takesFocus: problem === testForm.refusal });
	}, [problem, testForm.refusal, showNotice]);
	const resetKeys = useResetKeys(runningAction, formKey, testForm);
	const sharedProps = { runningAction, formKey, testForm };
	return (
		<div className={css.panel}>
			{!isScripted && problem && (
				<NoticePlace>
					<FloatingNotice tone="error" title={problem.title} pageHref={TEST_ADDRESS}>
						{problem.text}
					</FloatingNotice>
				</NoticePlace>
			)}
			<Card bare>
				<CardSection level={2} title="Current Status" icon={Info}>
					<StatusBlock status={status} />
				</CardSection>
			</Card>
			<div className={css.columns}>
				<Card bare>
					<CardSection level={2} title="Create Test Users" icon={Users}>
						<p className={css.note}>Tops the test users up to {TEST_USERS}.</p>
						<ActionForm
							{...sharedProps}
							action="testEnvironment.createUsers"
							pending="Creating..."
							label={`Create ${TEST_USERS} Test Users`}
						/>
					</CardSection>
					<CardSection level={2} title="Add Preferences to Existing Users" icon={HeartHandshake}>
						<p className={css.note}>Adds random preferences to the test users that have none.</p>
						<ActionForm
							{...sharedProps}
							action="testEnvironment.addPreferences"
							pending="Adding..."
							label="Add Preferences"
						/>
					</CardSection>
					<CardSection level={2} title="Regenerate Preferences" icon={RefreshCw}>
						<p className={css.note}>Replaces the preferences of all test users with new random ones.</p>
						<ConfirmLink {...sharedProps} to="regenerate" label="Regenerate Preferences" />
					</CardSection>
					<CardSection level={2} title="Clear Test Data" icon={Trash2}>
						<p className={css.note}>Removes only the test users and the test events.</p>
						<ConfirmLink {...sharedProps} to="clear" label="Clear All Test Data" danger />
					</CardSection>
				</Card>
				<Card bare>
					<EventSection {...sharedProps} key={`event ${resetKeys['testEnvironment.createEvent'] ?? ''}`} />
					<SignupSection {...sharedProps} key={`signups ${resetKeys['testEnvironment.signUpUsers'] ?? ''}`} />
				</Card>
			</div>
		</div>
	);
}

type SharedProps = { runningAction: string | null; formKey: string; testForm: TestForm };

type ActionFormProps = SharedProps & {
	action: TestAction;
	label: string;
	pending: string;
	isDisabled?: boolean;
	children?: ReactNode;
} & Pick<ComponentProps<typeof Button>, 'variant'>;

function ActionForm({
	runningAction,
	formKey,
	action,
	label,
	pending,
	isDisabled,
	variant,
	children,
}: ActionFormProps) {
	const isRunning = runningAction === action;
	return (
		<Form id={action} method="post" preventScrollReset noValidate className={css.form}>
			<input type="hidden" name="intent" value={action} />
			<input type="hidden" name="key" value={formKey} />
			{children}
			<div>
				<Button
					variant={variant}
					pending={isRunning && pending}
					disabled={isDisabled || (runningAction !== null && !isRunning)}
				>
					{label}
				</Button>
			</div>
		</Form>
	);
}

function ConfirmLink({
	runningAction,
	to,
	label,
	danger,
}: SharedProps & { to: string; label: string; danger?: boolean }) {
	const variant = danger ? 'danger' : 'secondary';
	if (runningAction !== null) {
		return (
			<Button type="button" variant={variant} disabled>
				{label}
			</Button>
		);
	}
	return (
		<ButtonLink to={`${TEST_ADDRESS}/${to}`} variant={variant} preventScrollReset>
			{label}
		</ButtonLink>
	);
}

/** Returns the fields of one of the panel's two forms. Only the refused form has errors. */
function useTestFields<Action extends keyof TestValues>({ testForm }: SharedProps, action: Action) {
	const { values, refusal } = testForm;
	return useFormFields<TestValues[Action]>({
		id: action,
		values: values[action],
		refusal: refusal?.action === action ? refusal : null,
	});
}

function EventSection(sharedProps: SharedProps) {
	const { gameName } = useSite();
	const action = 'testEnvironment.createEvent';
	const fields = useTestFields(sharedProps, action);
	return (
		<CardSection level={2} title="Create Test Event with Signups" icon={CalendarPlus}>
			<ActionForm {...sharedProps} action={action} pending="Creating..." label="Create Test Event">
				<TextInput
					label="Event Title"
					{...getTextProps(fields.title)}
					placeholder={testEventTitle(gameName)}
					maxLength={TEXT_LIMITS.eventTitle}
					autoComplete="off"
				/>
				<TextArea
					label="Description"
					{...getTextProps(fields.description)}
					placeholder={TEST_DESCRIPTION}
					maxLength={TEXT_LIMITS.eventDescription}
				/>
				<TextInput
					type="number"
					label="Days from Now"
					{...getTextProps(fields.daysFromNow)}
					min={TEST_DAYS_FROM_NOW.min}
					max={TEST_DAYS_FROM_NOW.max}
					step={1}
					inputMode="numeric"
				/>
				<p className={css.note}>No one is signed up yet. Use the next form for that.</p>
			</ActionForm>
		</CardSection>
	);
}

function SignupSection(sharedProps: SharedProps) {
	const action = 'testEnvironment.signUpUsers';
	const fields = useTestFields(sharedProps, action);
	const counts = fields.signupConfig.getFieldset();
	const isScripted = useHydrated();
	const eventId = useTypedText(sharedProps.testForm.values[action].eventId);
	return (
		<CardSection level={2} title="Sign Up Users to Event" icon={UserCheck}>
			<ActionForm
				{...sharedProps}
				action={action}
				pending="Signing Up..."
				label="Sign Up Users"
				isDisabled={isScripted && eventId.text.trim() === ''}
			>
				<TextInput
					label="Event ID"
					{...getTextProps(fields.eventId)}
					{...eventId.props}
					list="test-events"
					autoComplete="off"
				/>
				<div className={css.counts}>
					{COUNT_ORDER.map((status) => (
						<TextInput
							key={status}
							type="number"
							label={STATUS_LABELS[status]}
							{...getTextProps(counts[status])}
							min={0}
							max={TEST_USERS}
							step={1}
							inputMode="numeric"
						/>
					))}
				</div>
			</ActionForm>
		</CardSection>
	);
}

type ResetKeys = Partial<Record<string, string>>;

/**
 * Returns, for each action, the form key that was read after the action was last done. It resets the form of
 * that action only; the other forms keep what was typed (spec, section 4).
 */
function useResetKeys(runningAction: string | null, formKey: string, { refusal }: TestForm): ResetKeys {
	const [stored, setStored] = useState<{ formKey: string; lastAction: string | null; resetKeys: ResetKeys }>({
		formKey,
		lastAction: null,
		resetKeys: {},
	});
	const { lastAction, resetKeys } = stored;
	if (stored.formKey !== formKey) {
		const isDone = lastAction !== null && refusal === null;
		setStored({
			formKey,
			lastAction: null,
			resetKeys: isDone ? { ...resetKeys, [lastAction]: formKey } : resetKeys,
		});
	} else if (runningAction !== null && runningAction !== lastAction) {
		setStored({ ...stored, lastAction: runningAction });
	}
	return resetKeys;
}
