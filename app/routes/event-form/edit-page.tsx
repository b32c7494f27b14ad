import { useMemo } from 'react';
import { SeriesNotice } from '~/app/shell/series-notice.tsx';
import { useFormState } from '~/app/shell/use-form-fields.ts';
import { ButtonLink } from '~/app/ui/button.tsx';
import { CardSection } from '~/app/ui/card.tsx';
import { Select } from '~/app/ui/field.tsx';
import { CalendarRange, CalendarSync, Save } from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { BackLink, PageHead } from '~/app/ui/page-head.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { updateEventForm } from '~/domain/events/form.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import { describeRepeats, type Repeats } from '~/domain/events/series.ts';
import type { EventTimes } from '~/domain/events/start-questions.ts';
import { inflect } from '~/domain/format-count.ts';
import { DURATION_MINUTES } from '~/domain/limits.ts';
import { hasFact } from '~/domain/signups/statuses.ts';
import { listZones } from '~/domain/time/zones.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import type { EventFormFacts } from '~/server/operations/events/index.ts';
import type { StatusRefusal } from './change-status.ts';
import { ConflictPanel, FollowingPanel } from './conflict-panel.tsx';
import * as css from './event-form.css.ts';
import { EventForm, EventImage, SubmitButton } from './event-form.tsx';
import type { EventFormState } from './form-state.ts';
import { DateTimeSection, DetailsSection, LocationSection, StorytellersSection } from './sections.tsx';
import { StatusCard } from './status-card.tsx';
import { TimezoneCard } from './timezone-card.tsx';
import { useEventForm } from './use-event-form.ts';

type EditPageProps = {
	event: EventDetail;
	series: Repeats | null;
	/** Whether the event is one date of a repeating event on Discord. */
	isSeries: boolean;
	facts: EventFormFacts;
	storytellers: readonly PublicUserView[];
	/** The upcoming events other than this one, which may clash with it. */
	eventTimes: readonly EventTimes[];
	state: EventFormState;
	response: { form: EventFormState | null; status: StatusRefusal | null } | undefined;
};

export function EditPage({
	event,
	series,
	isSeries,
	facts,
	storytellers,
	eventTimes,
	state: first,
	response,
}: EditPageProps) {
	const state = useFormState(first, response?.form);
	const schema = useMemo(updateEventForm, []);
	const model = useEventForm(state, schema, { intent: 'events.update' });
	const { live } = model;
	const shared = { model, state };
	const askedCount =
		event.status === 'active' ? event.signups.filter(({ status }) => hasFact(status, 'mayCome')).length : 0;
	const storytellerOptions = withCurrentStorytellers(storytellers, event);
	return (
		<div className={wrap}>
			<BackLink to={`/events/${event.id}`}>Back to the event</BackLink>
			<PageHead
				title="Edit Event"
				subtitle={<Name>{event.title}</Name>}
				actions={
					<ButtonLink to="/admin" icon={CalendarRange}>
						Use Templates
					</ButtonLink>
				}
			/>
			{isSeries && <SeriesNotice className={css.seriesNotice} />}
			<div className={css.layout}>
				<EventForm
					{...shared}
					intent="events.update"
					unsaved="The event has unsaved changes."
					cancelHref={`/events/${event.id}`}
					above={
						<>
							{state.conflict && (
								<ConflictPanel
									state={state}
									event={event}
									conflict={state.conflict}
									storytellers={storytellerOptions}
								/>
							)}
							{state.following && <FollowingPanel following={state.following} />}
						</>
					}
					submit={
						<SubmitButton model={model} icon={Save} pending="Saving...">
							Save Changes
						</SubmitButton>
					}
				>
					{series && (
						<CardSection level={2} title="Repeats" note={describeRepeats(series)} icon={CalendarSync}>
							<Select
								name="scope"
								label="Change"
								hint="Changes to a single later event are kept."
								defaultValue={state.scope}
							>
								<option value="this">Only this event</option>
								<option value="following">This and all later events</option>
							</Select>
							{state.following && <input type="hidden" name="seen" value={state.following.seen} />}
						</CardSection>
					)}
					<DetailsSection {...shared} title="Basic Information">
						<EventImage state={state} event={event} />
					</DetailsSection>
					<DateTimeSection
						{...shared}
						zones={listZones(event.timezone)}
						minutes={[DURATION_MINUTES.editMin, DURATION_MINUTES.editMax]}
						eventTimes={eventTimes}
						below={<TimezoneCard live={live} className={css.narrowOnly} />}
					>
						{askedCount > 0 && (
							<p className={mutedSmall}>
								{`If you move it, the ${inflect(askedCount, 'member who signed up is', `${askedCount} members who signed up are`)} asked again.`}
							</p>
						)}
					</DateTimeSection>
					<LocationSection {...shared} {...facts} title="Location" />
					<StorytellersSection {...shared} storytellers={storytellerOptions} />
				</EventForm>
				<aside className={css.side}>
					<TimezoneCard live={live} className={css.wideOnly} hasPicture />
					<StatusCard
						status={response?.status?.status ?? state.conflict?.status ?? event.status}
						version={response?.status?.version ?? state.version ?? event.version}
						error={response?.status?.error ?? null}
					/>
				</aside>
			</div>
		</div>
	);
}

/** Returns the users who can be chosen, and the event's storytellers who cannot be chosen any more. */
function withCurrentStorytellers(
	storytellers: readonly PublicUserView[],
	event: EventDetail,
): readonly PublicUserView[] {
	const known = new Set(storytellers.map(({ id }) => id));
	const others = event.storytellers
		.filter(({ user_id }) => !known.has(user_id))
		.map(({ user_id, ...rest }) => ({ ...rest, id: user_id, preferred_username: null }));
	return [...storytellers, ...others];
}
