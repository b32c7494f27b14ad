import { data, Form, useNavigation, useOutletContext } from 'react-router';
import { readSignupFields, toRefusedSignup } from '~/app/shell/signup-form.ts';
import { STATUS_OPTIONS } from '~/app/shell/status-looks.ts';
import { Button } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { TextArea } from '~/app/ui/field.tsx';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { SegmentedRadios } from '~/app/ui/segmented.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import { FAILURES } from '~/domain/failures.ts';
import { isolate } from '~/domain/isolate.ts';
import { EASTERN, TEXT_LIMITS } from '~/domain/limits.ts';
import { formatOrdinalDate } from '~/domain/time/format.ts';
import { guardPage, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { amendSignup, readSignup } from '~/server/operations/signups/index.ts';
import { addSelectionToHref, buildListHref, readAddress } from '../manage/list-address.ts';
import * as css from '../manage/manage.css.ts';
import { packSelection } from '../manage/selected-list.ts';
import { SelectionLink } from '../manage/selection-link.tsx';
import type { Route } from './+types/edit.ts';

const BASE = '/admin/signups';

export async function loader({ params, url, context }: Route.LoaderArgs) {
	guardPage(context, 'signups.listAll');
	return {
		signup: await load(readSignup, context, { params, ifMissing: () => redirectToList(context, url) }),
	};
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
	guardPage(context, 'signups.listAll');
	const form = await readPageForm(request);
	const selection = packSelection(form);
	// Without script the list's selection is carried through this dialog.
	if (form.get('intent') === 'keep') return data({ selection, formRefusal: null });
	const read = () => readSignupFields(form);
	const { refusal } = await submit(amendSignup, context, { params, read, returnedKinds: ['missing'] });
	if (refusal?.kind === 'missing') return redirectToList(context, url);
	if (refusal)
		return data({ selection, formRefusal: toRefusedSignup(refusal, form) }, { status: refusal.status });
	const list = buildListHref(BASE, readAddress(url.searchParams));
	const target = form.has('carries') ? addSelectionToHref(list, selection) : list;
	return redirectAfterForm(context, target, { tone: 'success', title: ADMIN_TEXTS.signupUpdated });
}

const redirectToList = (context: Route.LoaderArgs['context'], url: URL) =>
	redirectAfterForm(context, buildListHref(BASE, readAddress(url.searchParams)), {
		tone: 'info',
		title: 'Signup not found',
	});

export default function CorrectSignup({ loaderData: { signup }, actionData }: Route.ComponentProps) {
	const { packed, list } = useOutletContext<{ packed: string; list: string }>();
	const isSaving = useNavigation().formData?.get('intent') === 'signups.amend';
	const formRefusal = actionData?.formRefusal ?? null;
	return (
		<Dialog title={`${isolate(signup.username)}’s signup`} closeHref={list}>
			<Form method="post" preventScrollReset className={css.content}>
				<p className={muted}>
					<Name>{signup.event_title}</Name>, {formatOrdinalDate(signup.event_date, EASTERN)}
				</p>
				<FailureNotice failure={formRefusal} title={FAILURES['signups.update']} />
				<input type="hidden" name="selected" value={actionData?.selection ?? packed} />
				<noscript>
					<input type="hidden" name="carries" value="1" />
				</noscript>
				<button type="submit" name="intent" value="signups.amend" hidden tabIndex={-1} aria-hidden="true" />
				<SegmentedRadios
					name="status"
					label="Status"
					options={STATUS_OPTIONS}
					defaultValue={formRefusal?.values.status || signup.status}
					required
					error={formRefusal?.fieldErrors.status}
				/>
				<TextArea
					name="notes"
					label="Notes"
					hint={`Only creators and admins see this. ${TEXT_LIMITS.signupNotes} characters max.`}
					maxLength={TEXT_LIMITS.signupNotes}
					defaultValue={formRefusal ? formRefusal.values.notes : (signup.notes ?? '')}
					error={formRefusal?.fieldErrors.notes}
				/>
				<DialogActions>
					<SelectionLink to={list} isInForm variant="quiet">
						Cancel
					</SelectionLink>
					<Button name="intent" value="signups.amend" variant="primary" pending={isSaving && 'Saving...'}>
						Save
					</Button>
				</DialogActions>
			</Form>
		</Dialog>
	);
}
