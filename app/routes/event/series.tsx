import { data, Form, useNavigation } from 'react-router';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { readText } from '~/app/shell/form-text.ts';
import { offerUndo } from '~/app/shell/offer-undo.ts';
import { UndoPromise } from '~/app/shell/own-changes.tsx';
import { RepeatFields } from '~/app/shell/repeat-fields.tsx';
import { redirectMissingEvent } from '~/app/shell/signup-form.ts';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { Checkbox } from '~/app/ui/field.tsx';
import { CalendarSync, CalendarX2 } from '~/app/ui/icons.ts';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { describeInterval, SERIES_TEXTS } from '~/domain/events/series.ts';
import { formatCount } from '~/domain/format-count.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { guardPage, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { endSeries, readSeries, startSeries } from '~/server/operations/events/index.ts';
import type { Route } from './+types/series.ts';
import * as css from './signup-dialog.css.ts';

/** The dialog that lets an event repeat or ends its series, for creators and admins, at its own address. */
export async function loader({ params, context }: Route.LoaderArgs) {
	guardPage(context, 'events.startSeries');
	return load(readSeries, context, { params, ifMissing: () => redirectMissingEvent(context) });
}

export async function action({ request, params, context }: Route.ActionArgs) {
	guardPage(context, 'events.startSeries');
	const form = await readPageForm(request);
	const typed = { weeks: readText(form, 'interval_weeks'), until: readText(form, 'until') };
	const isEnd = form.get('intent') === 'events.endSeries';
	const returnedKinds = ['missing'] as const;
	const { result, refusal } = isEnd
		? await submit(endSeries, context, {
				params,
				read: () => ({ deleteEmpty: form.has('deleteEmpty') }),
				returnedKinds: [...returnedKinds],
			})
		: await submit(startSeries, context, {
				params,
				read: () => ({ interval_weeks: Number(typed.weeks), until: typed.until || null }),
				returnedKinds: [...returnedKinds],
			});
	if (refusal?.kind === 'missing') return redirectMissingEvent(context);
	if (refusal) return data({ typed, ...refusal, isEnd }, { status: refusal.status });
	const title = 'message' in result ? result.message : `Repeats: ${describeSeries(result.series)}`;
	const notice = { tone: 'success', title } as const;
	return redirectAfterForm(
		context,
		`/events/${params.eventId}`,
		isEnd ? await offerUndo(context, notice) : notice,
	);
}

const describeSeries = (series: Parameters<typeof describeInterval>[0] | null) =>
	series ? describeInterval(series) : '';

export default function Series({
	loaderData: { event, series, later, empty, hasMore },
	actionData,
}: Route.ComponentProps) {
	const navigation = useNavigation();
	const isSending = navigation.state !== 'idle' && navigation.formMethod === 'POST';
	const closeHref = `/events/${event.id}`;
	const intent = series ? 'events.endSeries' : 'events.startSeries';
	const canSend = series ? hasMore || empty > 0 : event.isActive;
	return (
		<Dialog title={series ? 'Repeating event' : 'Repeat this event'} closeHref={closeHref}>
			<Form method="post" preventScrollReset className={css.form}>
				<FailureNotice failure={actionData} title={getFailureTitle(intent)} />
				<input type="hidden" name="intent" value={intent} />
				<p className={css.eventTitle}>
					<bdi>{event.title}</bdi>
				</p>
				<p>
					<time dateTime={event.date}>{formatDateTimeShort(event.date, EASTERN)} Eastern</time>
				</p>
				{!series && !event.isActive && <p className={muted}>{SERIES_TEXTS.isClosed}</p>}
				{!series && event.isActive && (
					<>
						<p className={muted}>
							Each event gets its own signups, and has the same time of day. Later you can change one, or one
							and all that follow.
						</p>
						<RepeatFields
							weeks={{
								name: 'interval_weeks',
								defaultValue: actionData?.typed.weeks || '1',
								error: actionData?.fieldErrors.interval_weeks,
							}}
							until={{
								name: 'until',
								defaultValue: actionData?.typed.until,
								error: actionData?.fieldErrors.until,
							}}
						/>
					</>
				)}
				{series && (
					<>
						<p>{describeInterval(series)}</p>
						<p className={muted}>
							{hasMore
								? 'When you end the series, no more events are created.'
								: 'No more events will be created.'}{' '}
							{later > 0 &&
								`${formatCount(later, 'later event')} ${later === 1 ? 'stays' : 'stay'} as planned.`}{' '}
							{canSend && <UndoPromise />}
						</p>
						{empty > 0 && (
							<Checkbox
								name="deleteEmpty"
								label={`Delete ${empty === 1 ? 'the later event' : `the ${empty} later events`} that nobody has signed up for`}
								hint="With their Discord events."
								defaultChecked={!hasMore}
							/>
						)}
					</>
				)}
				<DialogActions>
					<ButtonLink to={closeHref} variant="quiet" preventScrollReset>
						Close
					</ButtonLink>
					{canSend && !series && (
						<Button variant="primary" icon={CalendarSync} pending={isSending && 'Saving...'}>
							Repeat event
						</Button>
					)}
					{canSend && series && (
						<Button variant="danger" icon={CalendarX2} pending={isSending && 'Ending...'}>
							{hasMore ? 'End the series' : 'Delete empty events'}
						</Button>
					)}
				</DialogActions>
			</Form>
		</Dialog>
	);
}
