import { useId } from 'react';
import { toImageUrl } from '~/app/shell/picture-field.tsx';
import { ButtonLink } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { Undo2 } from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { cardTitle, muted } from '~/app/ui/text.css.ts';
import { EVENT_FORM_FIELDS } from '~/domain/events/fields.ts';
import { type EditedField, type EventFormValues, listDifferences } from '~/domain/events/form.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import { describeNewEnd } from '~/domain/events/series.ts';
import { formatDecideTime, TOO_FEW_LABELS } from '~/domain/places/texts.ts';
import { getWeekday } from '~/domain/time/day.ts';
import { formatDateTimeShort, formatFieldTime, formatLongDate } from '~/domain/time/format.ts';
import { parseClock } from '~/domain/time/wall-time.ts';
import { getZoneLabel } from '~/domain/time/zones.ts';
import { formatDisplayName, UNKNOWN_NAMES } from '~/domain/users/display.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import type { FollowingEdit, FollowingPreview } from '~/server/operations/events/index.ts';
import * as css from './event-form.css.ts';
import type { Conflict, EventFormState } from './form-state.ts';

type ConflictPanelProps = {
	state: EventFormState;
	conflict: Conflict;
	event: EventDetail;
	storytellers: readonly PublicUserView[];
};

/** Renders both versions of an event that two users edited. The form below keeps the viewer's version. */
export function ConflictPanel({ state, conflict, event, storytellers }: ConflictPanelProps) {
	const heading = useId();
	const { values } = state;
	const { saved } = conflict;
	const names = {
		...conflict.names,
		...Object.fromEntries(
			storytellers.map((storyteller) => [storyteller.id, formatDisplayName(storyteller, 'storyteller')]),
		),
	};
	const fields = listDifferences(values, saved);
	const pictures = comparePictures(state, conflict);
	return (
		<Card aria-labelledby={heading} className={css.panel}>
			<h2 id={heading} className={cardTitle}>
				Two versions of this event
			</h2>
			<p className={muted}>
				Nothing is lost: your version is still in the form below. Saving again replaces the other version.
			</p>
			{fields.length === 0 && !pictures ? (
				<p>
					Both versions are identical{event.status === conflict.status ? '' : ', but the status was changed'}.
				</p>
			) : (
				<dl className={css.list}>
					{fields.map((field) => (
						<Versions
							key={field}
							label={field === 'storytellerIds' ? 'Storytellers' : EVENT_FORM_FIELDS[field].label}
							mine={describeValue(field, values, names)}
							saved={describeValue(field, saved, names)}
						/>
					))}
					{pictures && <Versions label="Event image" {...pictures} />}
				</dl>
			)}
			<ButtonLink to={`/events/${event.id}/edit`} reloadDocument icon={Undo2}>
				Discard mine and use the saved version
			</ButtonLink>
		</Card>
	);
}

function Versions({ label, mine, saved }: { label: string; mine: string; saved: string }) {
	return (
		<div className={css.field}>
			<dt className={css.label}>{label}</dt>
			<dd className={css.version}>
				<span className={css.versionTitle}>Yours</span>
				{mine}
			</dd>
			<dd className={css.version}>
				<span className={css.versionTitle}>Saved version</span>
				{saved}
			</dd>
		</div>
	);
}

function describeValue(field: EditedField, values: EventFormValues, names: Record<string, string>): string {
	if (field === 'storytellerIds') {
		return values.storytellerIds.map((id) => names[id] ?? UNKNOWN_NAMES.storyteller).join(', ') || 'No one';
	}
	if (field === 'capacity' && values.byStorytellers) return 'By storytellers';
	const value = values[field];
	if (field === 'decide_minutes') return formatDecideTime(Number(value));
	if (field === 'on_too_few') return value === 'cancel' ? TOO_FEW_LABELS.cancel : TOO_FEW_LABELS.ask;
	if (field === 'date' && getWeekday(value) !== null) return formatLongDate(`${value}T00:00:00Z`, 'UTC');
	if (field === 'time' && parseClock(value) !== null) return formatFieldTime(value);
	if (field === 'timezone' && value) return getZoneLabel(value);
	return value.trim() === '' ? 'Nothing' : value;
}

function comparePictures({ image }: EventFormState, { imageUrl }: Conflict) {
	const isChanged = image.hash ? toImageUrl(image.hash) !== imageUrl : image.isRemoved && imageUrl !== null;
	if (!isChanged) return null;
	return {
		mine: image.hash ? 'Your new image' : 'No image',
		saved: imageUrl ? 'The current image' : 'No image',
	};
}

/** Renders what an edit changes in the later events of a series, before it is saved. */
export function FollowingPanel({ following: { events, newUntil } }: { following: FollowingEdit }) {
	const heading = useId();
	return (
		<Card aria-labelledby={heading} className={css.preview}>
			<h2 id={heading} className={cardTitle}>
				This also changes later events
			</h2>
			<p className={muted}>
				Nothing is saved yet. Press Save Changes again to change this event, these, and all that come after
				them.
			</p>
			{newUntil !== null && <p className={muted}>{describeNewEnd(newUntil)}</p>}
			<ul className={plainList}>
				{events.map((event) => (
					<li key={event.id} className={css.later}>
						<span>
							<Name>{event.title}</Name>, {formatDateTimeShort(event.date, event.timezone)}
						</span>
						<span className={muted}>{describeChange(event)}</span>
					</li>
				))}
			</ul>
		</Card>
	);
}

/** Returns what changes and what stays: 'Moves to … Changes the title. Keeps its own location.' */
function describeChange({ newDate, timezone, changed, own }: FollowingPreview): string {
	const texts = [
		newDate && `Moves to ${formatDateTimeShort(newDate, timezone)} (${getZoneLabel(timezone)}).`,
		changed && `Changes the ${changed}.`,
		own && `Keeps its own ${own}.`,
	].filter(Boolean);
	return texts.length === 0 ? 'Does not change.' : texts.join(' ');
}
