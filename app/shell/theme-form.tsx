import type { FormEvent, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSwitchTheme, useTheme } from '~/app/ui/theme/theme-context.tsx';

/**
 * A plain form that asks for the other theme. With script the page changes at once and the server is told behind it: no
 * navigation, which would drop what the page holds, and no error where the server is not reached.
 */
export function ThemeForm({ className, children }: { className?: string | undefined; children: ReactNode }) {
	const { pathname, search } = useLocation();
	const switchTheme = useSwitchTheme();
	const other = useTheme() === 'dark' ? 'light' : 'dark';
	const press = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		switchTheme(other);
		tell(new FormData(event.currentTarget));
	};
	return (
		<form method="post" action="/theme" className={className} onSubmit={press}>
			<input type="hidden" name="theme" value={other} />
			<input type="hidden" name="redirectTo" value={pathname + search} />
			{children}
		</form>
	);
}

let told: Promise<unknown> = Promise.resolve();

/** One after the other, so that the last press has the last word. Only the answer's cookie is wanted, not its redirect. */
function tell(body: FormData): void {
	const send = () => fetch('/theme', { method: 'POST', body, redirect: 'manual', keepalive: true });
	told = told.then(send).catch(() => undefined);
}
