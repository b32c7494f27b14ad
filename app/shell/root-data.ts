import { useRouteLoaderData } from 'react-router';
import type { Theme, UserView } from '~/domain/users/schema.ts';
import type { Flash } from '~/server/http/flash.ts';
import type { Site } from '../ui/site-context.tsx';
import type { NavPage } from './nav-pages.ts';

/** The data of every page: the viewer, the theme, and the flash message of the previous page. */
export type RootData = {
	user: UserView | null;
	/** The pages of the navigation that the viewer may open. */
	pages: NavPage[];
	theme: Theme;
	flash: Flash | null;
	year: number;
	site: Site;
	/** Whether the page shows the response to a form that the browser has sent itself, without script. */
	respondsToForm: boolean;
};

/** Returns the root loader's data, or undefined on an error page whose loader did not run. */
export const useRootData = () => useRouteLoaderData<RootData>('root');
