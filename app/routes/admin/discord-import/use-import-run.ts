import { useEffect } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { useFollowedRun } from '~/app/ui/use-followed-run.ts';
import type { ImportRunView } from '~/server/wire/discord-events.ts';
import { closingAddress } from './texts.ts';

/** How long 'Import completed!' stands before the dialog closes. */
const CLOSE_MS = 900;

/** Follows an import until it ends: closes the dialog when it is done, and has the list read again when it has failed. */
export function useImportRun(first: ImportRunView | null): ImportRunView | null {
	const navigate = useNavigate();
	const { revalidate } = useRevalidator();
	const run = useFollowedRun(first, '/admin/discord-import/runs', ({ state }) => state !== 'running');
	const [id, state] = [run?.id, run?.state];
	const wasRunning = first?.state === 'running';

	useEffect(() => {
		if (!id || state !== 'done') return;
		const timer = setTimeout(() => void navigate(closingAddress(id), { replace: true }), CLOSE_MS);
		return () => clearTimeout(timer);
	}, [id, state, navigate]);

	useEffect(() => {
		if (state === 'failed' && wasRunning) void revalidate();
	}, [state, wasRunning, revalidate]);

	return run;
}
