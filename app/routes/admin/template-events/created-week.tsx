import { Link } from 'react-router';
import { UndoForm, UndoPromise } from '~/app/shell/undo-form.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { Progress } from '~/app/ui/progress.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import { describeCreated, describeDayError, TEMPLATE_TEXTS } from '~/domain/events/template-week.ts';
import { FAILURES } from '~/domain/failures.ts';
import { formatCount } from '~/domain/format-count.ts';
import type { CreatedWeek as CreatedWeekProps } from '~/server/operations/events/index.ts';
import type { TemplateResult } from '~/tests/support/api-client/types.ts';
import * as css from './template-events.css.ts';

/** Renders what a form has created, at the end of its progress (spec, section 4). */
export function CreatedWeek({ result, undo }: CreatedWeekProps) {
	const { title, text, seriesText } = describeCreated(result);
	return result.eventsCreated === 0 ? (
		<div className={css.run}>
			<Notice tone="error" title={FAILURES['events.createTemplateWeek']}>
				<Errors errors={result.errors} />
			</Notice>
		</div>
	) : (
		<div className={css.run}>
			<Progress label={TEMPLATE_TEXTS.done} value={100} />
			<Notice tone="success" title={title}>
				{text}
				{seriesText && (
					<>
						{' '}
						{seriesText}
						<Series events={result.events} />
					</>
				)}
				{result.errors.length > 0 && (
					<>
						<strong className={css.listHead}>Errors:</strong>
						<Errors errors={result.errors} />
					</>
				)}
				{undo && (
					<>
						<UndoForm entryId={undo} back="/admin/events" className={css.undo} />
						<UndoPromise />
					</>
				)}
			</Notice>
		</div>
	);
}

function Series({ events }: Pick<TemplateResult, 'events'>) {
	return (
		<ul className={css.list} aria-label="All dates">
			{events.map(({ id, title, seriesEvents = 0 }) => (
				<li key={id}>
					<Link to={`/events/${id}/series`} className={textLink}>
						<bdi>{title}</bdi>
					</Link>
					: {formatCount(seriesEvents, 'date')}
				</li>
			))}
		</ul>
	);
}

function Errors({ errors }: Pick<TemplateResult, 'errors'>) {
	return (
		<ul className={css.list}>
			{errors.map((dayError) => (
				<li key={dayError.day}>{describeDayError(dayError)}</li>
			))}
		</ul>
	);
}
