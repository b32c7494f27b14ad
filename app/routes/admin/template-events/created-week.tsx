import { UndoPromise } from '~/app/shell/own-changes.tsx';
import { UndoForm } from '~/app/shell/undo-form.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { Progress } from '~/app/ui/progress.tsx';
import {
	describeCreated,
	describeDayError,
	TEMPLATE_TEXTS,
	type TemplateResult,
} from '~/domain/events/template-week.ts';
import type { CreatedWeek as CreatedWeekProps } from '~/server/operations/events/index.ts';
import * as css from './template-events.css.ts';

/** Renders what a form has created, at the end of its progress (spec, section 4). */
export function CreatedWeek({ result, undo }: CreatedWeekProps) {
	const { title, text } = describeCreated(result);
	return result.eventsCreated === 0 ? (
		<div className={css.run}>
			<Notice tone="error" title={TEMPLATE_TEXTS.failure}>
				<Errors errors={result.errors} />
			</Notice>
		</div>
	) : (
		<div className={css.run}>
			<Progress label={TEMPLATE_TEXTS.done} value={100} />
			<Notice tone="success" title={title}>
				{text}
				{result.errors.length > 0 && (
					<>
						<strong className={css.errorsHead}>Errors:</strong>
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

function Errors({ errors }: Pick<TemplateResult, 'errors'>) {
	return (
		<ul className={css.errors}>
			{errors.map((dayError) => (
				<li key={dayError.day}>{describeDayError(dayError)}</li>
			))}
		</ul>
	);
}
