import { createContext, type ReactNode, useContext } from 'react';
import type { ThemeName } from './theme-context.tsx';

const FallbackTheme = createContext<ThemeName | null>(null);

/** On the server: the cookie's theme, for an error page whose loader did not run. */
export function FallbackThemeProvider({ theme, children }: { theme: ThemeName; children: ReactNode }) {
	return <FallbackTheme value={theme}>{children}</FallbackTheme>;
}

/** The theme when no loader said one: what the server rendered is what the document still wears. */
export function useFallbackTheme(): ThemeName {
	const given = useContext(FallbackTheme);
	if (given) return given;
	if (typeof document === 'undefined') return 'dark';
	return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}
