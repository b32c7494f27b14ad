import { Moon, Sun } from 'lucide-react';
import { useFetcher, useLocation } from 'react-router';
import { IconButton } from '~/app/ui/button.tsx';
import { useSwitchTheme, useTheme } from '~/app/ui/theme/theme-context.tsx';

/** A plain form that asks for the other theme; with script the page changes before the server has answered. */
export function ThemeToggle({ className }: { className?: string }) {
	const fetcher = useFetcher();
	const { pathname, search } = useLocation();
	const theme = useTheme();
	const switchTheme = useSwitchTheme();
	const other = theme === 'dark' ? 'light' : 'dark';
	return (
		<fetcher.Form method="post" action="/theme" className={className} onSubmit={() => switchTheme(other)}>
			<input type="hidden" name="theme" value={other} />
			<input type="hidden" name="redirectTo" value={pathname + search} />
			<IconButton icon={theme === 'dark' ? Sun : Moon} label={`Switch to ${other} theme`} />
		</fetcher.Form>
	);
}
