import { data, Form, useNavigation, useOutletContext } from 'react-router';
import { Button } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { Trash2 } from '~/app/ui/icons.ts';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import { FAILURES } from '~/domain/failures.ts';
import { formatCount } from '~/domain/format-count.ts';
import { isolate } from '~/domain/isolate.ts';
import { ACCOUNT_TEXTS } from '~/domain/users/account-data.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import type { Flash } from '~/server/http/flash.ts';
import { guardPage, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { deleteUser, readUser, wasUserDeleted } from '~/server/operations/users/index.ts';
import { buildListHref, readAddress } from '../manage/list-address.ts';
import * as css from '../manage/manage.css.ts';
import type { Route } from './+types/delete.ts';

const BASE = '/admin/users';
const readUserParams = (url: URL) => ({ userId: url.searchParams.get('id') ?? '' });

/** The confirmation before a user's account is deleted; `?id` is the user's id. */
export async function loader({ url, context }: Route.LoaderArgs) {
	guardPage(context, 'users.delete');
	return {
		user: await load(readUser, context, {
			params: readUserParams(url),
			ifMissing: () => redirectToList(context, url, { tone: 'info', title: 'User not found' }),
		}),
	};
}

export async function action({ request, url, context }: Route.ActionArgs) {
	guardPage(context, 'users.delete');
	await readPageForm(request);
	const params = readUserParams(url);
	const { refusal } = await submit(deleteUser, context, { params, returnedKinds: ['missing', 'denied'] });
	// Without script, a double click sends the form again after the user was deleted.
	const isDone =
		!refusal || (refusal.kind === 'missing' && (await load(wasUserDeleted, context, { params })));
	if (isDone) return redirectToList(context, url, { tone: 'success', title: ADMIN_TEXTS.userDeleted });
	if (refusal.kind === 'missing')
		return redirectToList(context, url, {
			tone: 'error',
			title: `${FAILURES['users.delete']} ${refusal.error}`,
		});
	return data({ error: refusal.error }, { status: refusal.status });
}

const redirectToList = (context: Route.LoaderArgs['context'], url: URL, flash: Flash) =>
	redirectAfterForm(context, buildListHref(BASE, readAddress(url.searchParams)), flash);

export default function DeleteUser({ loaderData: { user }, actionData }: Route.ComponentProps) {
	const { list } = useOutletContext<{ list: string }>();
	const isDeleting = useNavigation().formData?.get('intent') === 'users.delete';
	const name = formatDisplayName(user);
	return (
		<Dialog title={`Delete ${isolate(name)}?`} closeHref={list} tone="danger">
			<Form method="post" preventScrollReset className={css.content}>
				<FailureNotice failure={actionData} title={FAILURES['users.delete']} />
				<input type="hidden" name="intent" value="users.delete" />
				<p>
					<b>
						<Name>{name}</Name>
					</b>{' '}
					will be signed out, and their{' '}
					{ACCOUNT_TEXTS.deleted.replace('signups', formatCount(user.total_signups, 'signup'))} deleted. Their{' '}
					{ACCOUNT_TEXTS.staying} stay, with “Unknown Creator”.
				</p>
				<p className={muted}>{ADMIN_TEXTS.cannotUndo}</p>
				<DialogActions backTo={list} back="Keep account">
					<Button variant="dangerFinal" icon={Trash2} pending={isDeleting && 'Deleting...'}>
						Delete user
					</Button>
				</DialogActions>
			</Form>
		</Dialog>
	);
}
