import { Form } from 'react-router';
import { Button } from '~/app/ui/button.tsx';
import { Undo2 } from '~/app/ui/icons.ts';

type UndoFormProps = {
	/** The audit entry whose action is undone. */
	entryId: string;
	/** The page to return to. */
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
