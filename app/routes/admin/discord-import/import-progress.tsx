import { Progress } from '~/app/ui/progress.tsx';
import { PROGRESS_TEXTS } from '~/domain/discord/import-progress.ts';
import type { ImportRunView } from '~/server/wire/discord-events.ts';
import { closingAddress, runAddress } from './texts.ts';

/** How far the import is; without script the page itself looks again every second. */
export function ImportProgress({ run }: { run: ImportRunView }) {
	const isDone = run.state === 'done';
	return (
		<>
			<Progress
				label={isDone ? PROGRESS_TEXTS.done : PROGRESS_TEXTS.running}
				value={isDone ? 100 : run.progress}
				note={describe(run)}
			/>
			<noscript>
				<meta httpEquiv="refresh" content={`1;url=${isDone ? closingAddress(run.id) : runAddress(run.id)}`} />
			</noscript>
		</>
	);
}

function describe({ eventTitle, read, expected, result }: ImportRunView): string {
	if (result) return `${result.eventTitle}: ${countSignups(result.signupsImported)}`;
	if (eventTitle === null || read === null || expected === null) return 'Asking Discord';
	return `${eventTitle}: ${read} of ${expected} interested people`;
}

const countSignups = (count: number) => `${count} ${count === 1 ? 'signup' : 'signups'}`;
