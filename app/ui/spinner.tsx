import { Icon, type IconProps } from './icon.tsx';
import { LoaderCircle } from './icons.ts';
import * as css from './spinner.css.ts';

/** Renders a turning circle; `label` says in words what is loading. */
export function Spinner({ size, label }: { size?: IconProps['size']; label?: string }) {
	const circle = <Icon icon={LoaderCircle} size={size} className={css.turning} />;
	if (!label) return circle;
	return (
		<span role="status" className={css.place}>
			{circle}
			{label}
		</span>
	);
}
