import { Suspense, useEffect } from 'react';
import { Await, useNavigate, useRevalidator } from 'react-router';
import { Dialog } from '~/app/ui/dialog.tsx';
import { Spinner } from '~/app/ui/icon.tsx';
import { Progress } from '~/app/ui/progress.tsx';
import { usePolledRun } from '~/app/ui/use-polled-run.ts';
import { type ImportableEvent, PROGRESS_TEXTS } from '~/domain/discord/import.ts';
import { formatCount } from '~/domain/format-count.ts';
import { guardPage, isScriptRequest, load, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { listImportable, readImportRun } from '~/server/operations/discord-import/index.ts';
import type { ImportRunView } from '~/server/wire/discord-events.ts';
import type { Route } from './+types/route.ts';
import * as css from './discord-import.css.ts';
import { ImportableEventsTable } from './events-table.tsx';
import {
	buildClosingAddress,
	buildImportedAddress,
	buildRunAddress,
	describeSuccess,
	ListFailure,
	RunFailure,
} from './import-notices.tsx';

type ImportList = { events: ImportableEvent[]; importing: string[]; error: string | null };

/**
 * The import dialog, at its own address. `?run` is the import whose progress it shows; `close` ends the
 * dialog of a finished import. With script the list is streamed later; a document request waits for the list,
 * except while an import is running.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
	guardPage(context, 'discord.listEvents');
	const runId = url.searchParams.get('run');
	const run = runId === null ? null : await load(readImportRun, context, { params: { runId } });
	if (run?.result && url.searchParams.has('close')) {
		throw redirectAfterForm(context, buildImportedAddress(run.result), describeSuccess(run.result));
	}
	if (isScriptRequest(request)) return { run, list: loadImportList(context) };
	return { run, list: run && run.state !== 'failed' ? null : await loadImportList(context) };
}

async function loadImportList(context: Route.LoaderArgs['context']): Promise<ImportList> {
	const { result, refusal } = await submit(listImportable, context);
	return refusal ? { events: [], importing: [], error: refusal.error } : { ...result, error: null };
}

export default function DiscordImport({ loaderData: { run: initialRun, list } }: Route.ComponentProps) {
	const run = useImportRun(initialRun);
	const renderList = (loaded: ImportList) =>
		loaded.error === null ? (
			<ImportableEventsTable {...applyRun(loaded, run)} />
		) : (
			<ListFailure error={loaded.error} />
		);
	return (
		<Dialog title="Import Discord Events" closeHref="/admin" width="wide">
			<div className={css.content}>
				{run?.state === 'failed' && <RunFailure run={run} />}
				{run && run.state !== 'failed' && <ImportProgress run={run} />}
				{list instanceof Promise ? (
					<Suspense fallback={<Loading />}>
						<Await resolve={list} errorElement={<ListFailure error="Discord didn't respond in time." />}>
							{renderList}
						</Await>
					</Suspense>
				) : (
					list && renderList(list)
				)}
			</div>
		</Dialog>
	);
}

/** Returns the list updated with this dialog's import, because the list was read before the import ended. */
function applyRun({ events, importing }: ImportList, run: ImportRunView | null) {
	if (!run) return { events, importing };
	const others = importing.filter((id) => id !== run.discordEventId);
	return {
		events: events.map((event) =>
			run.state === 'done' && event.id === run.discordEventId ? { ...event, already_imported: true } : event,
		),
		importing: run.state === 'running' ? [...others, run.discordEventId] : others,
	};
}

/** How long 'Import completed!' stays visible before the dialog closes, in milliseconds. */
const CLOSE_MS = 900;

/** Follows an import until it ends. Closes the dialog when it is done; reloads the list when it has failed. */
function useImportRun(initialRun: ImportRunView | null): ImportRunView | null {
	const navigate = useNavigate();
	const { revalidate } = useRevalidator();
	const run = usePolledRun(initialRun, '/admin/discord-import/runs', ({ state }) => state !== 'running');
	const [id, state] = [run?.id, run?.state];
	const wasRunning = initialRun?.state === 'running';

	useEffect(() => {
		if (!id || state !== 'done') return;
		const timer = setTimeout(() => void navigate(buildClosingAddress(id), { replace: true }), CLOSE_MS);
		return () => clearTimeout(timer);
	}, [id, state, navigate]);

	useEffect(() => {
		if (state === 'failed' && wasRunning) void revalidate();
	}, [state, wasRunning, revalidate]);

	return run;
}

/** Renders the progress of an import. Without script the page reloads itself every second. */
function ImportProgress({ run }: { run: ImportRunView }) {
	const isDone = run.state === 'done';
	return (
		<>
			<Progress
				label={isDone ? PROGRESS_TEXTS.done : PROGRESS_TEXTS.running}
				value={isDone ? 100 : run.progress}
				note={describeProgress(run)}
			/>
			<noscript>
				<meta
					httpEquiv="refresh"
					content={`1;url=${isDone ? buildClosingAddress(run.id) : buildRunAddress(run.id)}`}
				/>
			</noscript>
		</>
	);
}

function describeProgress({ eventTitle, read, expected, result }: ImportRunView): string {
	if (result) return `${result.eventTitle}: ${formatCount(result.signupsImported, 'signup')}`;
	if (eventTitle === null || read === null || expected === null) return 'Reading the event from Discord…';
	return `${eventTitle}: ${read} of ${expected} interested members`;
}

function Loading() {
	return (
		<p className={css.loading}>
			<Spinner label="Loading Discord events..." />
		</p>
	);
}
