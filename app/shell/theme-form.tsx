import type { FormEvent, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSwitchTheme, useTheme } from '~/app/ui/theme/theme-context.tsx';

/**
 * Renders a plain form that switches the theme. With script the page changes at once and the request is sent
 * in the background: a navigation would lose the page's state, and an unreachable server must not cause an
 * error.
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

/**
 * Sends the requests one after the other, so that the last press wins. Only the response's cookie is needed,
 * not its redirect.
 */
function tell(body: FormData): void {
	const send = () => fetch('/theme', { method: 'POST', body, redirect: 'manual', keepalive: true });
	told = told.then(send).catch(() => undefined);
}
