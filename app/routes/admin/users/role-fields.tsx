import { ROLE_FIELD, type RoleChoices, SHOWN_ROLE_FIELD } from './role-choices.ts';

/** Renders choices whose users are not on this page, so that they are saved with it. */
export const RoleFields = ({ choices }: { choices: RoleChoices }) =>
	Object.entries(choices).map(([userId, { role, was }]) => (
		<span key={userId} hidden>
			<input type="hidden" name={ROLE_FIELD + userId} value={role} />
			<input type="hidden" name={SHOWN_ROLE_FIELD + userId} value={was} />
		</span>
	));
