import { createContext, type ReactNode, useContext } from 'react';
import type { ThemeName } from './theme-context.tsx';

const FallbackTheme = createContext<ThemeName | null>(null);

/** Provides the cookie's theme on the server, for an error page whose loader did not run. */
export function FallbackThemeProvider({ theme, children }: { theme: ThemeName; children: ReactNode }) {
	return <FallbackTheme value={theme}>{children}</FallbackTheme>;
}

/** Returns the theme when no loader returned one: in the browser, the theme of the rendered document. */
export function useFallbackTheme(): ThemeName {
	const contextTheme = useContext(FallbackTheme);
	if (contextTheme) return contextTheme;
	if (typeof document === 'undefined') return 'dark';
	return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}
