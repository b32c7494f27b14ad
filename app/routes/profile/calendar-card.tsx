import { type ReactNode, useEffect, useRef } from 'react';
import { Form, useFetcher } from 'react-router';
import { Button, getButtonClass } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { besideField, fieldRow } from '~/app/ui/field.css.ts';
import { Switch, TextInput } from '~/app/ui/field.tsx';
import { Copy } from '~/app/ui/icons.ts';
import { FailureNotice, Notice } from '~/app/ui/notice.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { useCopy } from '~/app/ui/use-copy.ts';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import {
	CALENDAR_APP_NAMES,
	CALENDAR_APPS,
	type CalendarAppName,
	findCalendarApp,
} from '~/domain/events/calendar.ts';
import * as css from './profile.css.ts';
import type { ProfileOutcome, ProfileRefusal } from './profile-forms.ts';
import { useSavingForm } from './saving-cards.tsx';

type CalendarCardProps = {
	url: string | null;
	hasAllEvents: boolean;
	/** Whether an event lies ahead in the calendar. */
	hasComingEvents: boolean;
	refusal: ProfileRefusal | null;
};

export function CalendarCard({ url, hasAllEvents, hasComingEvents, refusal }: CalendarCardProps) {
	const links = useRef<HTMLDivElement>(null);
	const shownUrl = useRef(url);
	useEffect(() => {
		// The button that creates or revokes the link disappears with its press.
		const isFocusLost = shownUrl.current !== url && document.activeElement === document.body;
		if (isFocusLost) links.current?.focus({ preventScroll: true });
		shownUrl.current = url;
	}, [url]);
	return (
		<Card aria-labelledby="calendar">
			<CardHead title="Calendar" id="calendar" />
			<p className={css.note}>
				The events that you sign up for or run, in your own calendar. Choose yours, then confirm there.
				Changes arrive when it reads them again, which can take a few hours.
			</p>
			<FailureNotice failure={refusal} />
			{!hasComingEvents && !hasAllEvents && (
				<Notice live={false}>
					Your calendar is empty: you haven't signed up for any coming event. Switch on “All events” to have
					the others in it too.
				</Notice>
			)}
			<AllEventsSwitch hasAllEvents={hasAllEvents} />
			<div ref={links} tabIndex={-1}>
				<Subscriptions url={url} />
			</div>
			{url === null ? (
				<LinkForm intent="calendar.renewLink">
					<Button variant="link">Create a link to copy into another calendar</Button>
				</LinkForm>
			) : (
				<>
					<CalendarLink url={url} />
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
			<div className={fieldRow}>
				<TextInput
					label="Your calendar link"
					hint="Do not share it: it shows your events without signing in."
					value={url}
					readOnly
				/>
				{isScripted && (
					<Button type="button" className={besideField} icon={Copy} onClick={() => void copy('Link copied.')}>
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

/** Returns whether a calendar is a site, which must not replace this page. */
const opensInTab = (name: CalendarAppName) => CALENDAR_APPS[name].origin.startsWith('https:');

/** Renders a button for each calendar app. It creates the link when there is none. */
function Subscriptions({ url }: { url: string | null }) {
	// A fetcher does not navigate, so text typed in the other cards stays.
	const fetcher = useFetcher<ProfileOutcome>();
	const outcome = fetcher.data;
	const tab = useRef<Window | null>(null);
	useEffect(() => {
		if (outcome?.kind === 'calendar') (tab.current ?? window).location.assign(outcome.address);
		else if (outcome) tab.current?.close();
		tab.current = null;
	}, [outcome]);
	if (url !== null) {
		return (
			<div className={css.calendarApps}>
				{CALENDAR_APP_NAMES.map((name) => (
					<a
						key={name}
						href={CALENDAR_APPS[name].toAddress(url)}
						rel="noreferrer"
						target={opensInTab(name) ? '_blank' : undefined}
						className={getButtonClass({ variant: 'secondary' })}
					>
						{CALENDAR_APPS[name].label}
					</a>
				))}
			</div>
		);
	}
	return (
		<fetcher.Form
			method="post"
			action="/profile"
			aria-busy={fetcher.state !== 'idle'}
			onSubmit={({ nativeEvent }) => {
				const { submitter } = nativeEvent as SubmitEvent;
				const name = submitter instanceof HTMLButtonElement ? findCalendarApp(submitter.value) : null;
				// Browsers open a tab only at the press, so it waits there for the link.
				if (name && opensInTab(name)) tab.current = window.open('', '_blank');
			}}
		>
			<input type="hidden" name="intent" value="calendar.renewLink" />
			<div className={css.calendarApps}>
				{CALENDAR_APP_NAMES.map((name) => (
					<Button key={name} name="calendar" value={name}>
						{CALENDAR_APPS[name].label}
					</Button>
				))}
			</div>
			{outcome?.kind === 'refused' && <FailureNotice failure={outcome} />}
		</fetcher.Form>
	);
}

function AllEventsSwitch({ hasAllEvents }: { hasAllEvents: boolean }) {
	const { fetcher, outcome, formProps } = useSavingForm();
	return (
		<fetcher.Form {...formProps}>
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
