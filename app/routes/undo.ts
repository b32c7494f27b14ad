import { redirect } from 'react-router';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { readText } from '~/app/shell/form-text.ts';
import { formatCount } from '~/domain/format-count.ts';
import type { Restored } from '~/domain/undo.ts';
import { toSafeRedirect } from '~/server/auth/redirect-to.ts';
import { guardPage, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { logFailure } from '~/server/log.ts';
import { undoChange } from '~/server/operations/admin/index.ts';
import type { Route } from './+types/undo.ts';

/** The notice after an action and the audit trail have the form; there is no page at its address. */
export const loader = () => redirect('/events');

/** Undoes the action of an audit entry and returns to the page that had the form, or to the event that is back. */
export async function action({ request, params, context }: Route.ActionArgs) {
	guardPage(context, 'audit.undo');
	const back = toSafeRedirect(readText(await readPageForm(request), 'back'));
	const outcome = await submit(undoChange, context, { params }).catch((error: unknown) => {
		const status = (error as { init?: { status?: number } } | null)?.init?.status ?? 500;
		if (status < 500) throw error;
		logFailure(error, 'undo failed');
		return null;
	});
	// There is no page at this address that could show the failure.
	if (!outcome)
		return redirectAfterForm(context, back, { tone: 'error', title: getFailureTitle('audit.undo') });
	const { result, refusal } = outcome;
	if (refusal)
		return redirectAfterForm(context, back, { tone: 'error', title: "Couldn't undo.", text: refusal.error });
	const { restored, eventId } = result;
	const isOnTrail = back.startsWith('/admin/audit');
	const address = eventId && !isOnTrail ? `/events/${eventId}` : back;
	return redirectAfterForm(context, address, { tone: 'success', title: describeRestored(restored) });
}

/** Returns 'Undone: 1 event, 40 signups.' */
function describeRestored({ events, signups, groups, comments }: Restored): string {
	const counts = [
		events > 0 && formatCount(events, 'event'),
		signups > 0 && formatCount(signups, 'signup'),
		groups > 0 && formatCount(groups, 'group'),
		comments > 0 && formatCount(comments, 'comment'),
	].filter(Boolean);
	return counts.length === 0 ? 'Undone.' : `Undone: ${counts.join(', ')}.`;
}
