import { loadPoll } from '~/app/ui/use-polled-run.ts';
import { load } from '~/server/http/responses.ts';
import { readImportRun } from '~/server/operations/discord-import/index.ts';
import type { Route } from './+types/run.ts';

/** Returns the progress of an import; the dialog's script polls this route. */
export const loader = ({ params, context }: Route.LoaderArgs) => load(readImportRun, context, { params });

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => loadPoll(serverLoader);
