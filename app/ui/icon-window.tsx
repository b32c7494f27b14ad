import { Icon } from './icon.tsx';
import * as css from './icon-window.css.ts';
import type { IconName } from './icons.ts';

/** Renders an icon inside a small round-topped window. */
export function IconWindow({ icon }: { icon: IconName }) {
	return (
		<span className={css.holder}>
			<Icon icon={icon} />
		</span>
	);
}
