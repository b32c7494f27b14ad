import { Moon, Sun } from 'lucide-react';
import { IconButton } from '~/app/ui/button.tsx';
import { useTheme } from '~/app/ui/theme/theme-context.tsx';
import { ThemeForm } from './theme-form.tsx';

/** The navigation's switch to the other theme. */
export function ThemeToggle({ className }: { className?: string }) {
	const theme = useTheme();
	const other = theme === 'dark' ? 'light' : 'dark';
	return (
		<ThemeForm className={className}>
			<IconButton icon={theme === 'dark' ? Sun : Moon} label={`Switch to ${other} theme`} />
		</ThemeForm>
	);
}
