import type { LucideIcon } from 'lucide-react';
import { Icon } from './icon.tsx';
import * as css from './icon-window.css.ts';

/** Renders an icon inside a small round-topped window. */
export function IconWindow({ icon }: { icon: LucideIcon }) {
	return (
		<span className={css.holder}>
			<Icon icon={icon} />
		</span>
	);
}
