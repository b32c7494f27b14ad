import type { ReactNode } from 'react';
import { CardSection } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Checkbox, Options, Select } from '~/app/ui/field.tsx';
import { BookOpen, CalendarDays, CalendarSync, MapPin, ScrollText } from '~/app/ui/icons.ts';
import { Notice } from '~/app/ui/notice.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import { UserPicker } from '~/app/ui/user-picker.tsx';
import { type EventFormField, OPTIONAL_TEXTS } from '~/domain/events/fields.ts';
import type { EventFormValues } from '~/domain/events/form.ts';
import {
	describeClash,
	type EventTimes,
	findClashes,
	getQuestionKind,
	type StartQuestionKind,
} from '~/domain/events/start-questions.ts';
import { createNameFilter } from '~/domain/fold-text.ts';
import { MINUTE_MS } from '~/domain/limits.ts';
import { TOO_FEW } from '~/domain/places/decision.ts';
import { listDecideChoices } from '~/domain/places/schema.ts';
import {
	COUNTED_PLAYERS,
	describePlacesByStorytellers,
	describeTooFewRule,
	formatDecideTime,
	OVER_CAPACITY_LABELS,
	TOO_FEW_LABELS,
} from '~/domain/places/texts.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { wallTimeToInstant } from '~/domain/time/wall-time.ts';
import type { Zone } from '~/domain/time/zones.ts';
import { buildAvatarUrl, formatDisplayName } from '~/domain/users/display.ts';
import { ROLE_LABELS } from '~/domain/users/roles.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import * as css from './event-form.css.ts';
import { EventInput } from './event-input.tsx';
import type { EventFormState } from './form-state.ts';
import type { EventFormModel } from './use-event-form.ts';

type SectionProps = { model: EventFormModel; state: EventFormState };

const textField = ({ fields }: EventFormModel, { values }: EventFormState, field: EventFormField) => ({
	field,
	defaultValue: values[field],
	error: fields[field].errors,
});

/** The texts of the section Details; the location is in another one. */
const DETAILS = OPTIONAL_TEXTS.filter((name) => name !== 'location');

export function DetailsSection({
	model,
	state,
	title,
	children,
}: SectionProps & { title: string; children?: ReactNode }) {
	return (
		<CardSection level={2} title={title} icon={ScrollText}>
			<div className={css.fields}>
				<EventInput {...textField(model, state, 'title')} aria-required="true" />
				{DETAILS.map((name) => (
					<EventInput key={name} {...textField(model, state, name)} id={name} />
				))}
				{children}
			</div>
		</CardSection>
	);
}

type DateTimeSectionProps = SectionProps & {
	zones: readonly Zone[];
	minutes: readonly [min: number, max: number];
	/** 'YYYY-MM-DD'. */
	minDate?: string;
	/** The upcoming events that may take place at the same time. */
	eventTimes: readonly EventTimes[];
	/** Quick Select, shown above the fields. */
	children?: ReactNode;
	/** Whether the event repeats, where that can be chosen. */
	repeat?: ReactNode;
	below: ReactNode;
};

export function DateTimeSection({
	model,
	state,
	zones,
	minutes,
	minDate,
	eventTimes,
	children,
	repeat,
	below,
}: DateTimeSectionProps) {
	return (
		<CardSection level={2} title="Date & Time" icon={CalendarDays}>
			<div className={css.fields}>
				{children}
				<div className={css.when}>
					<EventInput
						{...textField(model, state, 'date')}
						min={minDate}
						className={css.date}
						aria-required="true"
					/>
					<EventInput {...textField(model, state, 'time')} aria-required="true" />
					<EventInput {...textField(model, state, 'duration')} min={minutes[0] / 60} max={minutes[1] / 60} />
				</div>
				<Questions model={model} accepted={state.accepted} />
				{listEarlierAnswers(state).map((key) => (
					<input key={key} type="hidden" name="accepted" value={key} />
				))}
				<div className={repeat ? css.zoneAndRepeat : undefined}>
					<EventInput
						{...textField(model, state, 'timezone')}
						options={zones.map(({ zone, label }) => [zone, label])}
					/>
					{repeat}
				</div>
				<div role="status" className={css.clashes}>
					{findClashes(model.live, eventTimes).map(({ id, title, date }) => (
						<Notice key={id} live={false}>
							{describeClash({ title, date }, model.live.timezone)}
						</Notice>
					))}
				</div>
				{below}
			</div>
		</CardSection>
	);
}

/** Returns the keys of the questions that were answered with yes and are not asked again. */
const listEarlierAnswers = ({ accepted, questions }: EventFormState) =>
	accepted.filter((answered) => questions.every(({ key }) => key !== answered));

/** Renders the questions about the start, or those about the places; each is answered by its checkbox. */
function Questions({
	model: { questions, verb },
	accepted,
	isAboutPlaces = false,
}: {
	model: EventFormModel;
	accepted: readonly string[];
	isAboutPlaces?: boolean;
}) {
	return questions
		.filter(({ key }) => (getQuestionKind(key) === 'places') === isAboutPlaces)
		.map(({ key, text }) => (
			<Checkbox
				key={key}
				name="accepted"
				value={key}
				label={`${verb} it although ${REASONS[getQuestionKind(key) ?? 'clash']}`}
				error={text}
				defaultChecked={accepted.includes(key)}
				className={css.question}
			/>
		));
}

const REASONS: Record<StartQuestionKind, string> = {
	past: 'it has begun already',
	same: 'there is one like it',
	storyteller: 'a storyteller would run both',
	clash: 'another event overlaps',
	places: 'it has too few places',
};

export function LocationSection({
	model,
	state,
	title,
	placesPerStoryteller,
}: SectionProps & { title: string; placesPerStoryteller: number }) {
	const isScripted = useHydrated();
	const { live, storytellerCount } = model;
	const byStorytellers = { storytellers: storytellerCount, maxPlayersPerGroup: placesPerStoryteller };
	return (
		<CardSection level={2} title={title} icon={MapPin}>
			<div className={css.fields}>
				<EventInput {...textField(model, state, 'location')} />
				<div className={css.pair}>
					<EventInput
						{...textField(model, state, 'capacity')}
						hint="Others then wait for a place."
						// Not disabled: then the typed number would not be sent, and a refused form would lose it.
						readOnly={isScripted && live.byStorytellers}
						aria-disabled={(isScripted && live.byStorytellers) || undefined}
					/>
					<EventInput
						{...textField(model, state, 'minimum_players')}
						hint="With fewer, the event may not take place."
						inputClassName={css.minimum}
					/>
				</div>
				<Questions model={model} accepted={state.accepted} isAboutPlaces />
				<Checkbox
					name="byStorytellers"
					label="As many places as the storytellers can lead"
					hint={describePlacesByStorytellers(byStorytellers)}
					defaultChecked={state.values.byStorytellers}
				/>
				{state.overCapacity && (
					<Select
						name="over_capacity"
						label="Players beyond the places"
						defaultValue={state.overCapacity}
						error={model.isOverCapacityAsked ? state.refusal?.fieldErrors.over_capacity : undefined}
						asks
					>
						<Options entries={Object.entries(OVER_CAPACITY_LABELS)} />
					</Select>
				)}
				<div className={css.decision}>
					<EventInput
						{...textField(model, state, 'decide_minutes')}
						options={listDecideChoices(Number(state.values.decide_minutes)).map((minutes) => [
							minutes,
							formatDecideTime(minutes),
						])}
					/>
					<EventInput
						{...textField(model, state, 'on_too_few')}
						options={TOO_FEW.map((choice) => [choice, TOO_FEW_LABELS[choice]])}
					/>
					<p className={joinClasses(mutedSmall, css.explanation)}>
						{isScripted ? describeDecisionOf(live) : COUNTED_PLAYERS}
					</p>
				</div>
			</div>
		</CardSection>
	);
}

function describeDecisionOf({ date, time, timezone, ...live }: EventFormValues): string {
	const start = wallTimeToInstant({ date, time, zone: timezone });
	const minutes = Number(live.decide_minutes);
	const at =
		'error' in start
			? formatDecideTime(minutes)
			: `on ${formatDateTimeShort(new Date(start.instant.getTime() - minutes * MINUTE_MS), timezone)}`;
	return describeTooFewRule({ minimum: live.minimum_players, at, isCancelled: live.on_too_few === 'cancel' });
}

export function StorytellersSection({
	model,
	state,
	storytellers,
}: SectionProps & { storytellers: readonly PublicUserView[] }) {
	const { cdnUrl } = useSite();
	const { name, errors } = model.fields.storytellerIds;
	return (
		<CardSection
			level={2}
			id="storytellers"
			title="Storytellers"
			note="Who's running games that night"
			icon={BookOpen}
		>
			<UserPicker
				key={model.storytellers.version}
				name={name}
				label="Storytellers"
				searchLabel="Add a storyteller"
				chosen={model.storytellers.chosen}
				onChange={(ids) => model.setStorytellerCount(ids.length)}
				search={state.search}
				createFilter={createNameFilter}
				error={errors}
				users={storytellers.map((storyteller) => ({
					id: storyteller.id,
					name: formatDisplayName(storyteller, 'storyteller'),
					note: ROLE_LABELS[storyteller.role],
					picture: buildAvatarUrl({
						discordId: storyteller.discord_id,
						avatar: storyteller.avatar,
						cdnUrl,
						size: 64,
					}),
				}))}
			/>
		</CardSection>
	);
}

type DiscordSectionProps = Pick<SectionProps, 'state'> & {
	canAnnounce: boolean;
	children: ReactNode;
};

export function DiscordSection({ state, canAnnounce, children }: DiscordSectionProps) {
	return (
		<CardSection level={2} title="Discord Integration" icon={CalendarSync}>
			<div className={css.discord}>
				<Checkbox
					name="createDiscordEvent"
					label="Also create a Discord scheduled event"
					hint="It stays in sync when you change or cancel the event."
					strong
					defaultChecked={state.values.createDiscordEvent}
				/>
				{canAnnounce && (
					<Checkbox
						name="announce"
						label="Announce on Discord"
						hint="Posts a message with signup buttons. It follows every change."
						strong
						defaultChecked={state.values.announce}
					/>
				)}
				{children}
			</div>
		</CardSection>
	);
}
