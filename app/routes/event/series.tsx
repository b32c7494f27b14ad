import { data, Form, Link, useNavigation } from 'react-router';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { readFormValues } from '~/app/shell/form-values.ts';
import { offerUndo } from '~/app/shell/offer-undo.ts';
import { isDatesRequest, listRepeatErrors, RepeatFields } from '~/app/shell/repeat-fields.tsx';
import { redirectMissingEvent } from '~/app/shell/signup-form.ts';
import { UndoPromise } from '~/app/shell/undo-form.tsx';
import { Button } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { Checkbox } from '~/app/ui/field.tsx';
import { CalendarSync, CalendarX2 } from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { muted, textLink } from '~/app/ui/text.css.ts';
import {
	describeEventCount,
	describeRepeats,
	EMPTY_REPEAT,
	SERIES_TEXTS,
	toRepeatFields,
	toSeriesInput,
} from '~/domain/events/series.ts';
import { listAskedStarts } from '~/domain/events/series-schema.ts';
import { formatCount, inflect } from '~/domain/format-count.ts';
import { EASTERN } from '~/domain/limits.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { guardPage, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { endSeries, readSeries, startSeries, updateSeries } from '~/server/operations/events/index.ts';
import type { Route } from './+types/series.ts';
import * as css from './signup-dialog.css.ts';

/** The dialog that lets an event repeat or ends its series, for creators and admins, at its own address. */
export async function loader({ params, context }: Route.LoaderArgs) {
	guardPage(context, 'events.startSeries');
	return load(readSeries, context, { params, ifMissing: () => redirectMissingEvent(context) });
}

/** What the dialog offers for an event that does not repeat yet. */
const FIRST_FIELDS = { ...EMPTY_REPEAT, repeat_every: '1 weeks' };

export async function action({ request, params, context }: Route.ActionArgs) {
	guardPage(context, 'events.startSeries');
	const form = await readPageForm(request);
	const typed = readFormValues(form, EMPTY_REPEAT);
	const intent = form.get('intent');
	const isEnd = intent === 'events.endSeries';
	if (isDatesRequest(form)) {
		const { clock, event } = await load(readSeries, context, { params });
		return {
			typed,
			fieldErrors: {} as FieldErrors,
			error: null,
			isEnd,
			starts: listAskedStarts(toSeriesInput(typed), event.seriesDate, clock),
		};
	}
	const returnedKinds = ['missing'] as const;
	const { result, refusal } = isEnd
		? await submit(endSeries, context, {
				params,
				read: () => ({ deleteEmpty: form.has('deleteEmpty') }),
				returnedKinds: [...returnedKinds],
			})
		: await submit(intent === 'events.updateSeries' ? updateSeries : startSeries, context, {
				params,
				read: () => toSeriesInput(typed) ?? {},
				returnedKinds: [...returnedKinds],
			});
	if (refusal?.kind === 'missing') return redirectMissingEvent(context);
	if (refusal) return data({ typed, ...refusal, isEnd, starts: null }, { status: refusal.status });
	const address = `/events/${params.eventId}`;
	if ('message' in result) {
		const notice = { tone: 'success', title: result.message } as const;
		return redirectAfterForm(context, address, await offerUndo(context, notice));
	}
	// The dialog then lists the dates.
	const { coming, series } = await load(readSeries, context, { params });
	const title = series ? `Repeats: ${describeRepeats(series)}` : 'Saved';
	const text = describeEventCount(coming.length);
	return redirectAfterForm(context, `${address}/series`, { tone: 'success', title, text });
}

export default function Series({
	loaderData: { event, series, later, empty, hasMore, coming },
	actionData,
}: Route.ComponentProps) {
	const navigation = useNavigation();
	const isSending = navigation.formMethod === 'POST' && !isDatesRequest(navigation.formData);
	const closeHref = `/events/${event.id}`;
	const isSendingEnd = isSending && navigation.formData?.get('intent') === 'events.endSeries';
	const typed = actionData?.isEnd === false ? actionData : undefined;
	const values = typed?.typed ?? (series ? toRepeatFields(series) : FIRST_FIELDS);
	return (
		<Dialog title={series ? 'Repeating event' : 'Repeat this event'} closeHref={closeHref}>
			<FailureNotice
				failure={actionData}
				title={getFailureTitle(actionData?.isEnd ? 'events.endSeries' : 'events.startSeries')}
			/>
			<p className={css.eventTitle}>
				<Name>{event.title}</Name>
			</p>
			<p>
				<time dateTime={event.date}>{formatDateTimeShort(event.date, EASTERN)} Eastern</time>
			</p>
			{!series && !event.isActive && <p className={muted}>{SERIES_TEXTS.isClosed}</p>}
			{series && (
				<>
					<p>
						{describeRepeats(series)}
						{!hasMore && '. No more dates will be added.'}
					</p>
					<ComingDates coming={coming} ownId={event.id} />
				</>
			)}
			{(series || event.isActive) && (
				<Form method="post" preventScrollReset className={series ? css.move : css.form}>
					<input type="hidden" name="intent" value={series ? 'events.updateSeries' : 'events.startSeries'} />
					<p className={muted}>
						{series
							? 'These dates stay when you change how it repeats. New dates follow the last of them.'
							: 'Each event gets its own signups, and has the same time of day. Later you can change one, or one and all that follow.'}
					</p>
					<RepeatFields
						starts={typed?.starts}
						zone={EASTERN}
						getProps={(name) => ({
							name,
							defaultValue: values[name],
							error: listRepeatErrors(typed?.fieldErrors)[name],
						})}
					/>
					<DialogActions backTo={series ? undefined : closeHref} back="Close">
						<Button variant="primary" icon={CalendarSync} pending={isSending && !isSendingEnd && 'Saving...'}>
							{series ? 'Save changes' : 'Repeat event'}
						</Button>
					</DialogActions>
				</Form>
			)}
			{!series && !event.isActive && <DialogActions backTo={closeHref} back="Close" />}
			{series && (
				<Form method="post" preventScrollReset className={css.move}>
					<input type="hidden" name="intent" value="events.endSeries" />
					<p className={muted}>
						{hasMore
							? 'When you end the series, no more events are created.'
							: 'No more events will be created.'}{' '}
						{later > 0 &&
							`${formatCount(later, 'later event')} ${inflect(later, 'stays', 'stay')} as planned.`}{' '}
						{(hasMore || empty > 0) && <UndoPromise />}
					</p>
					{empty > 0 && (
						<Checkbox
							name="deleteEmpty"
							label={`Delete ${inflect(empty, 'the later event', `the ${empty} later events`)} that nobody has signed up for`}
							hint="With their Discord events."
							defaultChecked={!hasMore}
						/>
					)}
					<DialogActions backTo={closeHref} back="Close">
						{(hasMore || empty > 0) && (
							<Button variant="danger" icon={CalendarX2} pending={isSendingEnd && 'Ending...'}>
								{hasMore ? 'End the series' : 'Delete empty events'}
							</Button>
						)}
					</DialogActions>
				</Form>
			)}
		</Dialog>
	);
}

type ComingDatesProps = { coming: Route.ComponentProps['loaderData']['coming']; ownId: string };

function ComingDates({ coming, ownId }: ComingDatesProps) {
	if (coming.length === 0) return null;
	return (
		<ul className={plainList} aria-label="Coming dates">
			{coming.map(({ id, date, isCancelled }) => (
				<li key={id}>
					<Link to={`/events/${id}`} className={textLink} aria-current={id === ownId ? 'true' : undefined}>
						{formatDateTimeShort(date, EASTERN)}
					</Link>
					{isCancelled && ' (cancelled)'}
				</li>
			))}
		</ul>
	);
}
