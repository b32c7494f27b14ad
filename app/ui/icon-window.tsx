import * as css from './icon.css.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

/** Renders an icon inside a small round-topped window. */
export function IconWindow({ icon }: { icon: IconName }) {
	return (
		<span className={css.iconWindow}>
			<Icon icon={icon} />
		</span>
	);
}
