import { askPatiently } from '~/app/ui/use-followed-run.ts';
import { load } from '~/server/http/answers.ts';
import { readImportRun } from '~/server/operations/discord-import/index.ts';
import type { Route } from './+types/run.ts';

/** How far an import is: what the dialog's script asks for again and again. */
export const loader = ({ params, context }: Route.LoaderArgs) => load(readImportRun, context, { params });

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => askPatiently(serverLoader);
