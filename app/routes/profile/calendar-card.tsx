import type { ReactNode } from 'react';
import { Form, useFetcher } from 'react-router';
import { Button } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { Switch, TextInput } from '~/app/ui/field.tsx';
import { CalendarPlus, Copy } from '~/app/ui/icons.ts';
import { FailureNotice, Notice } from '~/app/ui/notice.tsx';
import { mutedSmall, textLink } from '~/app/ui/text.css.ts';
import { useCopy } from '~/app/ui/use-copy.ts';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import * as css from './profile.css.ts';
import type { ProfileOutcome, ProfileRefusal } from './profile-forms.ts';

type CalendarCardProps = {
	/** The address of the user's calendar; null when there is none. */
	url: string | null;
	hasAllEvents: boolean;
	refusal: ProfileRefusal | null;
};

/** Renders the link to the user's calendar, which events it has, and how to subscribe to it. */
export function CalendarCard({ url, hasAllEvents, refusal }: CalendarCardProps) {
	return (
		<Card aria-labelledby="calendar">
			<CardHead title="Calendar" id="calendar" />
			<p className={css.note}>
				Subscribe to your events in Google, Apple or Outlook. Changes arrive when your calendar reads them
				again, which can take a few hours.
			</p>
			<FailureNotice failure={refusal} />
			{url === null ? (
				<LinkForm intent="calendar.renewLink">
					<Button icon={CalendarPlus}>Create calendar link</Button>
				</LinkForm>
			) : (
				<>
					<CalendarLink url={url} />
					<Instructions url={url} />
					<AllEventsSwitch hasAllEvents={hasAllEvents} />
					<div className={css.calendarButtons}>
						<LinkForm intent="calendar.renewLink">
							<Button>Renew link</Button>
						</LinkForm>
						<LinkForm intent="calendar.revokeLink">
							<Button variant="danger">Revoke link</Button>
						</LinkForm>
					</div>
					<p className={mutedSmall}>Calendars that use the old link then get no more updates.</p>
				</>
			)}
		</Card>
	);
}

const LinkForm = ({ intent, children }: { intent: string; children: ReactNode }) => (
	<Form method="post" action="/profile" replace preventScrollReset>
		<input type="hidden" name="intent" value={intent} />
		{children}
	</Form>
);

function CalendarLink({ url }: { url: string }) {
	const isScripted = useHydrated();
	const [outcome, copy] = useCopy(url);
	return (
		<>
			<div className={css.inlineForm}>
				<TextInput
					label="Your calendar link"
					hint="Do not share it: it shows your events without signing in."
					value={url}
					readOnly
				/>
				{isScripted && (
					<Button
						type="button"
						className={css.besideField}
						icon={Copy}
						onClick={() => void copy('Link copied.')}
					>
						Copy
					</Button>
				)}
			</div>
			<p role="status" className={mutedSmall}>
				{outcome?.hasFailed ? "Couldn't copy. Please select the link above." : outcome?.message}
			</p>
		</>
	);
}

const Instructions = ({ url }: { url: string }) => (
	<ul className={css.instructions}>
		<li>
			<strong>Google:</strong> in Google Calendar on a computer, choose Other calendars, +, From URL, and
			paste the link.
		</li>
		<li>
			<strong>Apple:</strong>{' '}
			<a href={url.replace(/^https?:/, 'webcal:')} className={textLink}>
				open the link in Calendar
			</a>
			, and choose Subscribe.
		</li>
		<li>
			<strong>Outlook:</strong> in Calendar, choose Add calendar, Subscribe from web, and paste the link.
		</li>
	</ul>
);

function AllEventsSwitch({ hasAllEvents }: { hasAllEvents: boolean }) {
	// A fetcher does not navigate, so text typed in the other cards stays.
	const fetcher = useFetcher<ProfileOutcome>();
	const outcome = fetcher.data;
	return (
		<fetcher.Form
			method="post"
			action="/profile"
			onChange={(event) => void fetcher.submit(event.currentTarget)}
		>
			<input type="hidden" name="intent" value="profile.update" />
			<input type="hidden" name="card" value="calendar" />
			<Switch
				name="calendar_all_events"
				label="All events"
				hint="Include events without your signup"
				defaultChecked={hasAllEvents}
			/>
			<noscript>
				<Button>Save calendar</Button>
			</noscript>
			{outcome?.kind === 'refused' && <FailureNotice failure={outcome} />}
			{outcome?.kind === 'saved' && <Notice tone="success">{outcome.title}</Notice>}
		</fetcher.Form>
	);
}
