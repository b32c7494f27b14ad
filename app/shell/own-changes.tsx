import { Link } from 'react-router';
import { textLink } from '~/app/ui/text.css.ts';

/** The page of what the user has changed, with Undo, for creators and admins. */
export const OWN_CHANGES = { to: '/changes', label: 'Your changes' } as const;

export const OwnChangesLink = () => (
	<Link to={OWN_CHANGES.to} className={textLink}>
		{OWN_CHANGES.label}
	</Link>
);

/** Renders the sentence of a dialog that says that its action can be undone. */
export const UndoPromise = () => (
	<>
		You can undo this for 30 days under <OwnChangesLink />.
	</>
);
