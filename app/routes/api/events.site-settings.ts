import { answer, methodNotAllowed } from '~/server/http/answers.ts';
import { readSiteSettings } from '~/server/operations/settings.ts';
import type { Route } from './+types/events.site-settings.ts';

export const loader = ({ context }: Route.LoaderArgs) => answer(readSiteSettings, context);
export const action = () => methodNotAllowed('GET');
