import { redirect } from 'react-router';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { readText } from '~/app/shell/form-text.ts';
import { inflect } from '~/domain/format-count.ts';
import { formatRestored } from '~/domain/undo.ts';
import { toSafeRedirect } from '~/server/auth/redirect-to.ts';
import { guardPage, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { undoChange } from '~/server/operations/admin/index.ts';
import type { Route } from './+types/undo.ts';

/** The notice after an action and the audit trail have the form; there is no page at its address. */
export const loader = () => redirect('/events');

/** Makes what the action throws an error page; a route without a component would answer with data. */
export default () => null;

/** Undoes the action of an audit entry and returns to the page that had the form, or to the event that is back. */
export async function action({ request, params, context }: Route.ActionArgs) {
	guardPage(context, 'audit.undo');
	const back = toSafeRedirect(readText(await readPageForm(request), 'back'));
	const { result, refusal } = await submit(undoChange, context, { params });
	// There is no page at this address that could show the failure.
	if (refusal)
		return redirectAfterForm(context, back, {
			tone: 'error',
			title: getFailureTitle('audit.undo'),
			text: refusal.error,
		});
	const { restored, eventId, waiting } = result;
	const isOnList = back.startsWith('/admin/audit') || back.startsWith('/changes');
	const address = eventId && !isOnList ? `/events/${eventId}` : back;
	const counts = formatRestored(restored);
	const notice = { tone: 'success' as const, title: counts ? `Undone: ${counts}.` : 'Undone.' };
	return redirectAfterForm(
		context,
		address,
		waiting > 0 ? { ...notice, text: describeWaiting(waiting) } : notice,
	);
}

const describeWaiting = (count: number): string =>
	inflect(
		count,
		'1 player waits now, because the place has gone to another. They get the next free one.',
		`${count} players wait now, because their places have gone to others. They get the next free ones.`,
	);
