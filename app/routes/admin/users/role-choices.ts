import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router';

/** The roles that were chosen and are not saved yet, by the user's id; `was` is the role that the page showed. */
export type RoleChoices = Record<string, { role: string; was: string }>;

export const ROLE_FIELD = 'role-';
export const SHOWN_ROLE_FIELD = 'was-';

/** The parameter of the address after a save, which ends all choices. */
export const SAVED = 'saved';

/** Returns the roles of a form that differ from what its page showed. */
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

/**
 * Returns the choices of the list, across its pages and searches, and the handler that follows its selects. `response` are
 * those that the server returned with a refusal.
 */
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
