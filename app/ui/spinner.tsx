import * as css from './icon.css.ts';
import { Icon, type IconProps } from './icon.tsx';
import { LoaderCircle } from './icons.ts';

/** Renders a turning circle; `label` says in words what is loading. */
export function Spinner({ size, label }: { size?: IconProps['size']; label?: string }) {
	const circle = <Icon icon={LoaderCircle} size={size} className={css.spinnerTurning} />;
	if (!label) return circle;
	return (
		<span role="status" className={css.spinnerPlace}>
			{circle}
			{label}
		</span>
	);
}
