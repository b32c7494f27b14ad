import { type FormEvent, useState } from 'react';
import { Form, useLocation, useNavigation } from 'react-router';
import { Button } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import type { AdminUserView } from '~/domain/admin/schema.ts';
import { formatCount } from '~/domain/format-count.ts';
import { ROLE_LABELS, type Role } from '~/domain/users/roles.ts';
import * as css from '../manage/manage.css.ts';
import { BulkButton } from '../manage/selection-bar.tsx';

/** The roles that were chosen and are not saved yet, by the user's id; `was` is the role that the page showed. */
export type RoleChoices = Record<string, { role: string; was: string }>;

export const ROLE_FIELD = 'role-';
export const SHOWN_ROLE_FIELD = 'was-';

/** The parameter of the address after a save, which ends all choices. */
export const SAVED = 'saved';

export function readRoleChoices(form: FormData): RoleChoices {
	const choices: RoleChoices = {};
	for (const [name, role] of form) {
		if (!name.startsWith(ROLE_FIELD) || typeof role !== 'string') continue;
		const userId = name.slice(ROLE_FIELD.length);
		const was = String(form.get(SHOWN_ROLE_FIELD + userId) ?? '');
		if (role !== was) choices[userId] = { role, was };
	}
	return choices;
}

/** Returns the choices across pages and searches. `response` are those that came back with a refusal. */
export function useRoleChoices(response: RoleChoices | undefined) {
	const { key, search } = useLocation();
	const [stored, setStored] = useState({ response, key, choices: response ?? {} });
	if (response !== stored.response || key !== stored.key) {
		const isSaved = key !== stored.key && new URLSearchParams(search).has(SAVED);
		const isNew = response !== undefined && response !== stored.response;
		setStored({ response, key, choices: isNew ? response : isSaved ? {} : stored.choices });
	}
	const handleChange = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
		// A page has only a part of the choices; its own replace the earlier ones.
		const form = new FormData(currentTarget);
		const others = Object.entries(stored.choices).filter(([userId]) => !form.has(ROLE_FIELD + userId));
		setStored({ ...stored, choices: { ...Object.fromEntries(others), ...readRoleChoices(form) } });
	};
	return { choices: stored.choices, handleChange };
}

/** Renders choices whose users are not on this page, so that they are saved with it. */
const RoleFields = ({ choices }: { choices: RoleChoices }) =>
	Object.entries(choices).map(([userId, { role, was }]) => (
		<span key={userId} hidden>
			<input type="hidden" name={ROLE_FIELD + userId} value={role} />
			<input type="hidden" name={SHOWN_ROLE_FIELD + userId} value={was} />
		</span>
	));

export function RolesBar({ choices, users }: { choices: RoleChoices; users: readonly AdminUserView[] }) {
	const isScripted = useHydrated();
	const navigation = useNavigation();
	const isSaving = navigation.formData?.get('intent') === 'users.setRole';
	const shownIds = new Set(users.map(({ id }) => id));
	const others = Object.entries(choices).filter(([userId]) => !shownIds.has(userId));
	const count = Object.keys(choices).length;
	const elsewhere = others.length > 0 && `, ${others.length} of them not on this page`;
	return (
		<section className={css.bar} aria-label="Roles">
			<RoleFields choices={Object.fromEntries(others)} />
			<span className={css.barText} role="status">
				{isScripted ? `${formatCount(count, 'role')} changed` : 'Roles of this page'}
				{elsewhere}
			</span>
			<BulkButton selection={{ count }} variant="primary" pending={isSaving && 'Saving...'}>
				Save roles
			</BulkButton>
		</section>
	);
}

type OwnRoleDialogProps = {
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
				<DialogActions backTo={list} back="Stay admin">
					<Button variant="dangerFinal" pending={navigation.state !== 'idle' && 'Saving...'}>
						Give up admin role
					</Button>
				</DialogActions>
			</Form>
		</Dialog>
	);
}
