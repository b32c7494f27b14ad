import { readText } from '~/app/shell/form-text.ts';
import { TextInput } from '~/app/ui/field.tsx';
import { Name } from '~/app/ui/name.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { formatCount } from '~/domain/format-count.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import * as css from './manage.css.ts';

/** Up to this many rows a press is enough; more are deleted only when their number is typed. */
const PRESS_IS_ENOUGH = 100;

/** Returns why a form that deletes `count` rows is not confirmed, or null when it is. */
export const findTypedCountProblem = (form: FormData, count: number): string | null =>
	count <= PRESS_IS_ENOUGH || readText(form, 'typedCount').replace(/[\s.,]/g, '') === String(count)
		? null
		: `Nothing was deleted. Please type ${count} to confirm.`;

/** Renders the field for the number of rows; nothing when a press is enough. */
export function TypedCount({ count }: { count: number }) {
	if (count <= PRESS_IS_ENOUGH) return null;
	return (
		<TextInput name="typedCount" label={`Type ${count} to confirm`} inputMode="numeric" autoComplete="off" />
	);
}

type EventLinesProps = {
	/** The first of the events that a deletion concerns, with the number of signups that it deletes. */
	events: readonly { title: string; date: string; signups: number }[];
	/** How many others it concerns. */
	more: number;
};

/** Renders events with their dates, because those of every week have the same title. */
export function EventLines({ events, more }: EventLinesProps) {
	return (
		<ul className={css.titles}>
			{events.map(({ title, date, signups }, i) => (
				<li key={i}>
					<Name>{title}</Name>{' '}
					<span className={muted}>
						{formatDateTimeShort(date, EASTERN)} Eastern · {formatCount(signups, 'signup')}
					</span>
				</li>
			))}
			{more > 0 && <li className={muted}>and {more.toLocaleString('en-US')} more</li>}
		</ul>
	);
}
