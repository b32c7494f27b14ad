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
	const otherTheme = useTheme() === 'dark' ? 'light' : 'dark';
	const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		switchTheme(otherTheme);
		sendTheme(new FormData(event.currentTarget));
	};
	return (
		<form method="post" action="/theme" className={className} onSubmit={handleSubmit}>
			<input type="hidden" name="theme" value={otherTheme} />
			<input type="hidden" name="redirectTo" value={pathname + search} />
			{children}
		</form>
	);
}

let lastRequest: Promise<unknown> = Promise.resolve();

/**
 * Sends the requests one after the other, so that the last press wins. Only the response's cookie is needed,
 * not its redirect.
 */
function sendTheme(body: FormData): void {
	const send = () => fetch('/theme', { method: 'POST', body, redirect: 'manual', keepalive: true });
	lastRequest = lastRequest.then(send).catch(() => undefined);
}
