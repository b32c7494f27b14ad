import { data, Form, useNavigation, useOutlet } from 'react-router';
import { offerUndo } from '~/app/shell/offer-undo.ts';
import { Button } from '~/app/ui/button.tsx';
import { Dialog } from '~/app/ui/dialog.tsx';
import { RefreshCw } from '~/app/ui/icons.ts';
import { FailureNotice, Notice } from '~/app/ui/notice.tsx';
import { ADMIN_TEXTS, describeBulkResult } from '~/domain/admin/texts.ts';
import { FAILURES } from '~/domain/failures.ts';
import { formatCount } from '~/domain/format-count.ts';
import { ROLE_LABELS, ROLES } from '~/domain/users/roles.ts';
import { getActor } from '~/server/http/context.ts';
import { guardPage, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { listAllUsers } from '~/server/operations/admin/index.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import { setRoles, updatePreferredUsernames } from '~/server/operations/users/index.ts';
import { buildListHref, readAddress } from '../manage/list-address.ts';
import { ListTools, Pager } from '../manage/list-parts.tsx';
import * as css from '../manage/manage.css.ts';
import { readList } from '../manage/selected-list.ts';
import type { Route } from './+types/route.ts';
import { OwnRoleDialog, RolesBar, readRoleChoices, SAVED, useRoleChoices } from './roles.tsx';
import { UsersTable } from './users-table.tsx';

const BASE = '/admin/users';

/** User management, at its own address. Search, order and page are in the address. */
export async function loader({ url, context }: Route.LoaderArgs) {
	guardPage(context, 'users.listAll');
	return {
		list: await readList(listAllUsers, context, readAddress(url.searchParams)),
		ownId: getActor(context)?.id ?? '',
		formKey: createFormKey(),
	};
}

export async function action({ request, url, context }: Route.ActionArgs) {
	guardPage(context, 'users.listAll');
	const form = await readPageForm(request);
	const list = buildListHref(BASE, readAddress(url.searchParams));
	if (form.get('intent') === 'users.updatePreferredUsernames') {
		const { result, refusal } = await submit(updatePreferredUsernames, context, {
			read: () => ({ idempotencyKey: form.get('key') }),
		});
		if (refusal)
			return data(
				{ title: FAILURES['users.updatePreferredUsernames'], error: refusal.error },
				{ status: refusal.status },
			);
		return redirectAfterForm(context, list, { tone: 'success', title: result.message });
	}
	const choices = readRoleChoices(form);
	const { [getActor(context)?.id ?? '']: own, ...others } = choices;
	const lesserRole = ROLES.find((role) => role !== 'admin' && role === own?.role);
	if (lesserRole && !form.has('confirmed')) return data({ ownRole: lesserRole, choices: others });
	const { result, refusal } = await submit(setRoles, context, {
		read: () => ({ roles: Object.entries(choices).map(([userId, { role }]) => ({ userId, role })) }),
	});
	if (refusal)
		return data(
			{ title: FAILURES['users.setRole'], error: refusal.error, choices },
			{ status: refusal.status },
		);
	// A former admin may not see this list any more.
	const target = lesserRole ? '/profile' : `${list}${list.includes('?') ? '&' : '?'}${SAVED}=1`;
	const { updated: done, alreadyDeleted } = result;
	const notice = describeBulkResult(ADMIN_TEXTS.roleUpdated, 'updated', { done, alreadyDeleted });
	const text = notice.text || (done > 1 ? `${formatCount(done, 'user')} have another role now.` : '');
	const flash = { tone: notice.tone, title: notice.title, text };
	// Only another admin can undo that an admin gave up the role.
	return redirectAfterForm(context, target, lesserRole ? flash : await offerUndo(context, flash));
}

export default function Users({ loaderData, actionData }: Route.ComponentProps) {
	const { list, ownId, formKey } = loaderData;
	const { address, page, error } = list;
	const href = buildListHref(BASE, address);
	const isRenaming = useNavigation().formData?.get('intent') === 'users.updatePreferredUsernames';
	const response = actionData && 'choices' in actionData ? actionData.choices : undefined;
	const { choices, handleChange } = useRoleChoices(response);
	const dialog = useOutlet({ list: href });
	if (dialog) return dialog;
	if (actionData && 'ownRole' in actionData)
		return <OwnRoleDialog role={actionData.ownRole} ownId={ownId} others={actionData.choices} list={href} />;
	return (
		<Dialog title="User Management" closeHref="/admin" width="full">
			<div className={css.content}>
				{actionData && 'title' in actionData && <FailureNotice failure={actionData} />}
				{error && (
					<Notice tone="error" title={ADMIN_TEXTS.usersFailed}>
						{error}
					</Notice>
				)}
				<Form id="find" method="get" action={BASE} preventScrollReset className={css.hiddenForm} />
				<Form id="names" method="post" action={href} preventScrollReset className={css.hiddenForm}>
					<input type="hidden" name="intent" value="users.updatePreferredUsernames" />
					<input type="hidden" name="key" value={formKey} />
				</Form>
				<ListTools
					label="Search users by name"
					address={address}
					form="find"
					hasFindButton={false}
					filter={{ name: 'role', label: 'Role', all: 'Every role', options: ROLE_LABELS }}
				>
					<Button form="names" icon={RefreshCw} pending={isRenaming && 'Updating...'}>
						Update preferred usernames
					</Button>
				</ListTools>
				<Form method="post" action={href} preventScrollReset className={css.content} onChange={handleChange}>
					<input type="hidden" name="intent" value="users.setRole" />
					<UsersTable base={BASE} address={address} users={page.items} ownId={ownId} choices={choices} />
					<Pager base={BASE} address={address} page={page} itemName="user" isInForm={false} />
					<RolesBar choices={choices} users={page.items} />
				</Form>
			</div>
		</Dialog>
	);
}
