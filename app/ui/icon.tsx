import { joinClasses } from './classes.ts';
import * as css from './icon.css.ts';
import sprite from './icons.svg';
import { type IconName, LoaderCircle } from './icons.ts';

export type IconProps = {
	icon: IconName;
	size?: keyof typeof css.icon;
	/** Only when no text is beside the icon. */
	label?: string;
	className?: string;
};

/** Renders an icon by reference: every page shows many, and the browser keeps the file with their drawings. */
export function Icon({ icon, size = 'normal', label, className }: IconProps) {
	const named = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
	return (
		<svg
			{...named}
			className={joinClasses(css.icon[size], className)}
			dangerouslySetInnerHTML={{ __html: `<use href="${sprite}#${icon}"></use>` }}
		/>
	);
}

/** Returns an icon without a label as HTML, for parts of a list that are written as HTML. */
export const writeIcon = ({ icon, size = 'normal', className }: Omit<IconProps, 'label'>): string =>
	`<svg aria-hidden="true" class="${joinClasses(css.icon[size], className)}"><use href="${sprite}#${icon}"></use></svg>`;

export function IconWindow({ icon }: { icon: IconName }) {
	return (
		<span className={css.iconWindow}>
			<Icon icon={icon} />
		</span>
	);
}

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
