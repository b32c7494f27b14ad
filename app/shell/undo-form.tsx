import { Form, Link } from 'react-router';
import { Button } from '~/app/ui/button.tsx';
import { Undo2 } from '~/app/ui/icons.ts';
import { textLink } from '~/app/ui/text.css.ts';

type UndoFormProps = {
	/** The audit entry whose action is undone. */
	entryId: string;
	back: string;
	label?: string;
	className?: string | undefined;
};

/** Renders the button that undoes an action. It is sent beside the page, which stays when the undo fails. */
export const UndoForm = ({ entryId, back, label = 'Undo', className }: UndoFormProps) => (
	<Form navigate={false} method="post" action={`/undo/${entryId}`} className={className}>
		<input type="hidden" name="intent" value="audit.undo" />
		<input type="hidden" name="back" value={back} />
		<Button icon={Undo2}>{label}</Button>
	</Form>
);

/** The page of what the user has changed, with Undo, for creators and admins. */
export const OWN_CHANGES = { to: '/changes', label: 'Your changes' } as const;

export const OwnChangesLink = () => (
	<Link to={OWN_CHANGES.to} className={textLink}>
		{OWN_CHANGES.label}
	</Link>
);

export const UndoPromise = () => (
	<>
		You can undo this for 30 days under <OwnChangesLink />.
	</>
);
