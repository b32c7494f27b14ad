import { useRouteLoaderData } from 'react-router';
import type { Theme, UserView } from '~/domain/people/schema.ts';
import type { Site } from '../ui/site-context.tsx';

/** What every page knows: who looks, in which theme, and what the last page left to say. */
export type RootData = {
	user: UserView | null;
	theme: Theme;
	flash: { tone: 'success' | 'error' | 'info'; title: string; text?: string | undefined } | null;
	year: number;
	site: Site;
};

/** The root loader's data; undefined on an error page whose loader did not run. */
export const useRootData = () => useRouteLoaderData<RootData>('root');
