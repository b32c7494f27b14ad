import { askPatiently } from '~/app/ui/use-followed-run.ts';
import { load } from '~/server/http/answers.ts';
import { readTemplateRun } from '~/server/operations/template-week.ts';
import type { Route } from './+types/run.ts';

/** How far a week is: what the dialog's script asks for again and again. */
export const loader = ({ params, context }: Route.LoaderArgs) => load(readTemplateRun, context, { params });

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => askPatiently(serverLoader);
