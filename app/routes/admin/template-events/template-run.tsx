import { Notice } from '~/app/ui/notice.tsx';
import { Progress } from '~/app/ui/progress.tsx';
import {
	describeCreated,
	describeDayError,
	TEMPLATE_TEXTS,
	type TemplateResult,
} from '~/domain/events/template-week.ts';
import type { TemplateRunView } from '~/server/wire/template-week.ts';
import * as css from './template-events.css.ts';
import { runAddress } from './template-state.ts';

/** How far a week is, and what came of it; without script the page itself looks again every second. */
export function TemplateRun({ run: { id, status, progress, result } }: { run: TemplateRunView }) {
	const isMade = result === null || result.eventsCreated > 0;
	return (
		<div className={css.run}>
			{isMade && <Progress label={status} value={progress} />}
			{result === null ? (
				<noscript>
					<meta httpEquiv="refresh" content={`1;url=${runAddress(id)}`} />
				</noscript>
			) : (
				<Outcome result={result} />
			)}
		</div>
	);
}

function Outcome({ result }: { result: TemplateResult }) {
	if (result.eventsCreated === 0) {
		return (
			<Notice tone="error" title={TEMPLATE_TEXTS.failure}>
				<Errors errors={result.errors} />
			</Notice>
		);
	}
	const { title, text } = describeCreated(result);
	return (
		<Notice tone="success" title={title}>
			{text}
			{result.errors.length > 0 && (
				<>
					<strong className={css.errorsHead}>Errors:</strong>
					<Errors errors={result.errors} />
				</>
			)}
		</Notice>
	);
}

function Errors({ errors }: Pick<TemplateResult, 'errors'>) {
	return (
		<ul className={css.errors}>
			{errors.map((one) => (
				<li key={one.day}>{describeDayError(one)}</li>
			))}
		</ul>
	);
}
