import { data, Form, useNavigation, useOutletContext } from 'react-router';
import { refusedSignup, signupFields } from '~/app/shell/signup-form.ts';
import { STATUS_OPTIONS } from '~/app/shell/signup-status.ts';
import { Button } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { TextArea } from '~/app/ui/field.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { SegmentedRadios } from '~/app/ui/segmented.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import { EASTERN, TEXT_LIMITS } from '~/domain/limits.ts';
import { formatOrdinalDate } from '~/domain/time/format.ts';
import { guardPage, load, receiveForm, seeOther, submit } from '~/server/http/answers.ts';
import { amendSignup, readSignup } from '~/server/operations/signups/index.ts';
import { CarryLink } from '../manage/carry-link.tsx';
import { listHref, listWithSelection, readAddress } from '../manage/list-address.ts';
import * as css from '../manage/manage.css.ts';
import { packSelection } from '../manage/receive-selection.ts';
import type { Route } from './+types/edit.ts';

const BASE = '/admin/signups';

/** The dialog that edits one signup: its status and notes. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
	guardPage(context, 'signups.listAll');
	return { signup: await load(readSignup, context, { params, ifMissing: () => gone(context, url) }) };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
	guardPage(context, 'signups.listAll');
	const form = await receiveForm(request);
	const selection = packSelection(form);
	// Without script the list's selection is carried through this dialog.
	if (form.get('intent') === 'keep') return data({ selection, refused: null });
	const read = () => signupFields(form);
	const { refusal } = await submit(amendSignup, context, { params, read, returns: ['missing'] });
	if (refusal?.kind === 'missing') return gone(context, url);
	if (refusal) return data({ selection, refused: refusedSignup(refusal, form) }, { status: refusal.status });
	const list = listHref(BASE, readAddress(url.searchParams));
	const back = form.has('carries') ? listWithSelection(list, selection) : list;
	return seeOther(context, back, { tone: 'success', title: ADMIN_TEXTS.signupUpdated });
}

const gone = (context: Route.LoaderArgs['context'], url: URL) =>
	seeOther(context, listHref(BASE, readAddress(url.searchParams)), {
		tone: 'info',
		title: 'Signup not found',
	});

export default function EditSignup({ loaderData: { signup }, actionData }: Route.ComponentProps) {
	const { packed, list } = useOutletContext<{ packed: string; list: string }>();
	const navigation = useNavigation();
	const isSaving = navigation.state !== 'idle' && navigation.formData?.get('intent') === 'signups.amend';
	const refused = actionData?.refused ?? null;
	return (
		<Dialog title={`${signup.username}’s signup`} closeHref={list}>
			<Form method="post" preventScrollReset className={css.content}>
				<p className={muted}>
					{signup.event_title}, {formatOrdinalDate(signup.event_date, EASTERN)}
				</p>
				{refused && (
					<Notice tone="error" title={ADMIN_TEXTS.signupFailed}>
						{refused.error}
					</Notice>
				)}
				<input type="hidden" name="selected" value={actionData?.selection ?? packed} />
				<noscript>
					<input type="hidden" name="carries" value="1" />
				</noscript>
				<button type="submit" name="intent" value="signups.amend" hidden tabIndex={-1} aria-hidden="true" />
				<SegmentedRadios
					name="status"
					label="Status"
					options={STATUS_OPTIONS}
					defaultValue={refused?.values.status || signup.status}
					required
					error={refused?.fieldErrors.status}
				/>
				<TextArea
					name="notes"
					label="Notes"
					hint={`For the creators and admins, at most ${TEXT_LIMITS.signupNotes} characters`}
					maxLength={TEXT_LIMITS.signupNotes}
					defaultValue={refused ? refused.values.notes : (signup.notes ?? '')}
					error={refused?.fieldErrors.notes}
				/>
				<DialogActions>
					<CarryLink to={list} carries variant="quiet">
						Cancel
					</CarryLink>
					<Button name="intent" value="signups.amend" variant="primary" pending={isSaving && 'Saving...'}>
						Save
					</Button>
				</DialogActions>
			</Form>
		</Dialog>
	);
}
