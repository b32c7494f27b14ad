import { useNavigation } from 'react-router';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import type { AdminUserView } from '~/domain/admin/schema.ts';
import { formatCount } from '~/domain/format-count.ts';
import * as css from '../manage/manage.css.ts';
import { BulkButton } from '../manage/selection-bar.tsx';
import type { RoleChoices } from './role-choices.ts';
import { RoleFields } from './role-fields.tsx';

/** Renders how many roles were chosen, and the button that saves them all. */
export function RolesBar({ choices, users }: { choices: RoleChoices; users: readonly AdminUserView[] }) {
	const isScripted = useHydrated();
	const navigation = useNavigation();
	const isSaving = navigation.state !== 'idle' && navigation.formData?.get('intent') === 'users.setRole';
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
