import { Form, useNavigation } from 'react-router';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { ROLE_LABELS, type Role } from '~/domain/users/roles.ts';
import * as css from '../manage/manage.css.ts';
import type { RoleChoices } from './role-choices.ts';
import { RoleFields } from './role-fields.tsx';

type OwnRoleDialogProps = {
	/** The role that the admin chose for themselves. */
	role: Role;
	ownId: string;
	/** The roles of other users that are saved with it. */
	others: RoleChoices;
	list: string;
};

/** Asks an admin before they take their own admin role away. */
export function OwnRoleDialog({ role, ownId, others, list }: OwnRoleDialogProps) {
	const navigation = useNavigation();
	return (
		<Dialog title="Give up your admin role?" closeHref={list} tone="danger">
			<Form method="post" action={list} preventScrollReset className={css.content}>
				<input type="hidden" name="intent" value="users.setRole" />
				<RoleFields choices={{ ...others, [ownId]: { role, was: 'admin' } }} />
				<input type="hidden" name="confirmed" value="1" />
				<p>
					You will be a <b>{ROLE_LABELS[role]}</b> and lose access to the admin pages right away. Only another
					admin can make you an admin again.
				</p>
				<DialogActions>
					<ButtonLink to={list} variant="quiet" preventScrollReset>
						Stay admin
					</ButtonLink>
					<Button variant="dangerFinal" pending={navigation.state !== 'idle' && 'Saving...'}>
						Give up admin role
					</Button>
				</DialogActions>
			</Form>
		</Dialog>
	);
}
