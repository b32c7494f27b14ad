import { useMemo } from 'react';
import { Link } from 'react-router';
import { RepeatFields } from '~/app/shell/repeat-fields.tsx';
import { useFormState } from '~/app/shell/use-form-fields.ts';
import { ButtonLink } from '~/app/ui/button.tsx';
import { Bell, CalendarRange } from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { PageHead } from '~/app/ui/page-head.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import { createEventForm } from '~/domain/events/form.ts';
import type { UsualEvent } from '~/domain/events/quick-select.ts';
import type { EventTimes } from '~/domain/events/start-questions.ts';
import { DEFAULT_TIMEZONE, DURATION_MINUTES } from '~/domain/limits.ts';
import { getToday } from '~/domain/time/wall-time.ts';
import { CREATE_ZONES, getZoneLabel, isKnownZone, type Zone } from '~/domain/time/zones.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import type { EventFormFacts } from '~/server/operations/events/index.ts';
import * as css from './event-form.css.ts';
import { EventForm, EventImage, SubmitButton } from './event-form.tsx';
import type { EventFormState } from './form-state.ts';
import { QuickSelect } from './quick-select.tsx';
import {
	DateTimeSection,
	DetailsSection,
	DiscordSection,
	LocationSection,
	StorytellersSection,
} from './sections.tsx';
import { TimezoneCard } from './timezone-card.tsx';
import { useEventForm } from './use-event-form.ts';

type CreatePageProps = {
	storytellers: readonly PublicUserView[];
	/** The upcoming events other than this one, which may clash with it. */
	eventTimes: readonly EventTimes[];
	facts: EventFormFacts;
	/** What Quick Select fills in beside the start and the title. */
	usualEvents: readonly UsualEvent[];
	state: EventFormState;
	/** The server's time, ISO 8601. */
	now: string;
	response: EventFormState | undefined;
};

export function CreatePage({
	storytellers,
	eventTimes,
	facts,
	usualEvents,
	state: first,
	now,
	response,
}: CreatePageProps) {
	const state = useFormState(first, response);
	const schema = useMemo(() => createEventForm(new Date(now)), [now]);
	const model = useEventForm(state, schema, { intent: 'events.create', usualEvents });
	const { live } = model;
	const shared = { model, state };
	const zone = isKnownZone(live.timezone) ? live.timezone : DEFAULT_TIMEZONE;
	return (
		<div className={wrap}>
			<PageHead
				title="Create Event"
				subtitle={
					<>
						Choose a date, a place and your storytellers. No date yet?{' '}
						<Link to="/polls/new" className={textLink}>
							Find a date
						</Link>
					</>
				}
				actions={
					<ButtonLink to="/admin" icon={CalendarRange}>
						Use Templates
					</ButtonLink>
				}
			/>
			<div className={css.layout}>
				<EventForm
					{...shared}
					intent="events.create"
					unsaved="Your entries are not saved."
					cancelHref="/events"
					submit={
						<SubmitButton model={model} icon={Bell} pending="Creating...">
							Create Event
						</SubmitButton>
					}
				>
					<DetailsSection {...shared} title="Event Details" />
					<DateTimeSection
						{...shared}
						zones={listOfferedZones(state.values.timezone)}
						minutes={[DURATION_MINUTES.createMin, DURATION_MINUTES.createMax]}
						minDate={getToday(zone, new Date(now))}
						eventTimes={eventTimes}
						repeat={
							<RepeatFields
								isOptional
								starts={state.starts}
								zone={zone}
								getProps={(name) => ({
									name,
									defaultValue: state.values[name],
									error: model.fields[name].errors,
								})}
							/>
						}
						below={<TimezoneCard live={live} className={css.narrowOnly} />}
					>
						<QuickSelect model={model} now={now} />
					</DateTimeSection>
					<LocationSection {...shared} {...facts} title="Location & Players" />
					<StorytellersSection {...shared} storytellers={storytellers} />
					<DiscordSection state={state} canAnnounce={facts.canAnnounce}>
						<EventImage state={state} />
					</DiscordSection>
				</EventForm>
				<aside className={css.side}>
					<TimezoneCard live={live} className={css.wideOnly} hasPicture />
				</aside>
			</div>
		</div>
	);
}

/** Returns the zones of a new event, and the other one of a copied event. */
function listOfferedZones(zone: string): readonly Zone[] {
	if (!isKnownZone(zone) || CREATE_ZONES.some((offered) => offered.zone === zone)) return CREATE_ZONES;
	return [...CREATE_ZONES, { zone, label: getZoneLabel(zone) }];
}
