import type { ReactNode } from 'react';
import {
	Button,
	ButtonLink,
	type ButtonLook,
	IconButton,
	IconLink,
	type IconLook,
} from '~/app/ui/button.tsx';
import { useHydrated } from '~/app/ui/use-hydrated.ts';

type SelectionLinkProps = ButtonLook & {
	to: string;
	/** Whether the link is inside a form that carries a selection; elsewhere it is a plain link. */
	isInForm: boolean;
	label?: string;
	className?: string;
	children: ReactNode;
};

/**
 * Renders a link out of a list. Without script it is a button of the list's form, so that the selection is
 * sent along; with script the selection stays in the browser, and it is a plain link.
 */
export function SelectionLink({ to, isInForm, label, children, ...look }: SelectionLinkProps) {
	const isScripted = useHydrated();
	if (isScripted || !isInForm) {
		return (
			<ButtonLink to={to} preventScrollReset aria-label={label} {...look}>
				{children}
			</ButtonLink>
		);
	}
	return (
		<Button formAction={to} name="intent" value="keep" formNoValidate aria-label={label} {...look}>
			{children}
		</Button>
	);
}

export function SelectionIconLink({ to, ...look }: IconLook & { to: string }) {
	const isScripted = useHydrated();
	if (isScripted) return <IconLink to={to} preventScrollReset {...look} />;
	return <IconButton formAction={to} name="intent" value="keep" formNoValidate {...look} />;
}
