import { LoaderCircle } from 'lucide-react';
import { Icon, type IconProps } from './icon.tsx';
import * as css from './spinner.css.ts';

/** The turning circle; with `label` it says in words what is awaited. */
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
