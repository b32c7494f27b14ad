import { CalendarRange, Save } from 'lucide-react';
import { useMemo } from 'react';
import type { Offline } from '~/app/shell/offline.ts';
import { ButtonLink } from '~/app/ui/button.tsx';
import { wrap } from '~/app/ui/layout.css.ts';
import { BackLink, PageHead } from '~/app/ui/page-head.tsx';
import { updateEventForm } from '~/domain/events/form.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import { DURATION_MINUTES } from '~/domain/limits.ts';
import type { PersonView } from '~/domain/people/schema.ts';
import { EDIT_ZONES, isKnownZone, type Zone } from '~/domain/time/zones.ts';
import type { StatusRefusal } from './change-status.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import * as css from './event-form.css.ts';
import { EventForm, SendButton } from './event-form.tsx';
import { EventImage } from './event-image.tsx';
import type { EventFormState } from './form-state.ts';
import { DetailsSection, LocationSection, StorytellersSection, WhenSection } from './sections.tsx';
import { StatusCard } from './status-card.tsx';
import { TimezoneCard } from './timezone-card.tsx';
import { useEventForm } from './use-event-form.ts';
import { useFormState } from './use-form-state.ts';

const HOURS = {
	min: DURATION_MINUTES.editMin / 60,
	max: DURATION_MINUTES.editMax / 60,
	step: DURATION_MINUTES.step / 60,
};

type EditPageProps = {
	event: EventDetail;
	people: readonly PersonView[];
	state: EventFormState;
	/** The server's response to the form, or to the status card's form. */
	answered: { form: EventFormState | null; status: StatusRefusal | null } | Offline | undefined;
};

/** Renders Edit Event (spec, section 2). */
export function EditPage({ event, people, state: first, answered }: EditPageProps) {
	const isOffline = answered !== undefined && 'offline' in answered;
	const state = useFormState(first, isOffline ? answered : answered?.form);
	const schema = useMemo(updateEventForm, []);
	const model = useEventForm(state, schema, 'events.update');
	const { live } = model;
	const shared = { model, state };
	const everybody = withSeated(people, event);
	return (
		<div className={wrap}>
			<BackLink to={`/events/${event.id}`}>Back to the event</BackLink>
			<PageHead
				title="Edit Event"
				subtitle={event.title}
				actions={
					<ButtonLink to="/admin" icon={CalendarRange}>
						Use Templates
					</ButtonLink>
				}
			/>
			<div className={css.layout}>
				<EventForm
					{...shared}
					intent="events.update"
					failure="Failed to update event. Please try again."
					cancelHref={`/events/${event.id}`}
					above={
						state.conflict && (
							<ConflictPanel {...{ state, event }} conflict={state.conflict} people={everybody} />
						)
					}
					submit={
						<SendButton model={model} icon={Save} pending="Saving...">
							Save Changes
						</SendButton>
					}
				>
					<DetailsSection {...shared} title="Basic Information">
						<EventImage state={state} event={event} />
					</DetailsSection>
					<WhenSection
						{...shared}
						zones={listZones(event.timezone)}
						hours={HOURS}
						below={<TimezoneCard live={live} className={css.narrowOnly} />}
					/>
					<LocationSection {...shared} title="Location" />
					<StorytellersSection {...shared} people={everybody} />
				</EventForm>
				<aside className={css.side}>
					<TimezoneCard live={live} className={css.wideOnly} drawn />
					<StatusCard
						status={(isOffline ? null : answered?.status?.status) ?? state.conflict?.status ?? event.status}
						version={(isOffline ? null : answered?.status?.version) ?? state.version ?? event.version}
						error={isOffline ? null : (answered?.status?.error ?? null)}
					/>
				</aside>
			</div>
		</div>
	);
}

/** Returns the zones of the list, with the event's zone when the list does not contain it. */
const listZones = (own: string): readonly Zone[] =>
	isKnownZone(own) ? EDIT_ZONES : [...EDIT_ZONES, { zone: own, label: own }];

/** Returns the users who can be chosen, and the event's storytellers who cannot be chosen any more. */
function withSeated(people: readonly PersonView[], event: EventDetail): readonly PersonView[] {
	const known = new Set(people.map(({ id }) => id));
	const others = event.storytellers
		.filter(({ user_id }) => !known.has(user_id))
		.map(({ user_id, ...rest }) => ({ ...rest, id: user_id, preferred_username: null }));
	return [...people, ...others];
}
