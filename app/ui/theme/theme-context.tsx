import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

export type ThemeName = 'dark' | 'light';

type ThemeState = { theme: ThemeName; switchTheme: (theme: ThemeName) => void };

const ThemeContext = createContext<ThemeState>({ theme: 'dark', switchTheme: () => {} });

/** Provides the theme. A switch is shown at once and lasts until the server returns another theme. */
export function ThemeProvider({ theme, children }: { theme: ThemeName; children: ReactNode }) {
	const [choice, setChoice] = useState({ base: theme, shown: theme });
	const shown = choice.base === theme ? choice.shown : theme;

	useEffect(() => {
		document.documentElement.classList.toggle('dark', shown === 'dark');
		try {
			localStorage.setItem('theme', shown);
		} catch {
			// Storage may be blocked; the cookie is what counts.
		}
	}, [shown]);

	const state = useMemo<ThemeState>(
		() => ({ theme: shown, switchTheme: (next) => setChoice({ base: theme, shown: next }) }),
		[shown, theme],
	);
	return <ThemeContext value={state}>{children}</ThemeContext>;
}

export function useTheme(): ThemeName {
	return useContext(ThemeContext).theme;
}

export function useSwitchTheme(): (theme: ThemeName) => void {
	return useContext(ThemeContext).switchTheme;
}
