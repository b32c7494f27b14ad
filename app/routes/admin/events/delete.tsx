import { Trash2 } from 'lucide-react';
import { data, Form, useNavigation, useOutletContext } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { Button } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { Checkbox } from '~/app/ui/field.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { ADMIN_TEXTS, describeGone, eventsDeletedText } from '~/domain/admin/texts.ts';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { guardPage, load, receiveForm, seeOther, submit } from '~/server/http/answers.ts';
import { deleteEvents, describeEvents } from '~/server/operations/events/index.ts';
import { makeFormKey } from '~/server/operations/kernel/idempotency.ts';
import { CarryLink } from '../manage/carry-link.tsx';
import { listHref, listWithSelection, readAddress } from '../manage/list-address.ts';
import * as css from '../manage/manage.css.ts';
import { packSelection, receiveSelection } from '../manage/receive-selection.ts';
import type { Route } from './+types/delete.ts';

const BASE = '/admin/events';

/** The Delete Events confirmation. The list's form posts the selection to it. */
export function loader({ context }: Route.LoaderArgs) {
	guardPage(context, 'events.deleteMany');
	return { formKey: makeFormKey() };
}

export async function action({ request, context }: Route.ActionArgs) {
	guardPage(context, 'events.deleteMany');
	const form = await receiveForm(request, BODY_LIMITS.bulk);
	const list = listHref(BASE, readAddress(new URLSearchParams(readText(form, 'list'))));
	const eventIds = receiveSelection(form);
	const deleteDiscordEvents = form.has('deleteDiscordEvents');
	const sent = { selection: packSelection(form), list, deleteDiscordEvents };
	const describe = () => load(describeEvents, context, { read: () => ({ eventIds }) });
	if (form.get('intent') === 'keep') return data({ ...sent, events: await describe(), error: null });
	const { answer, refusal } = await submit(deleteEvents, context, {
		read: () => ({ eventIds, deleteDiscordEvents, idempotencyKey: form.get('key') }),
	});
	if (refusal) {
		return data({ ...sent, events: await describe(), error: refusal.error }, { status: refusal.status });
	}
	return seeOther(context, listWithSelection(list, ''), {
		tone: 'success',
		title: eventsDeletedText(answer.discordEventsDeleted),
		text: describeGone(answer.deleted, answer.gone, 'deleted'),
	});
}

export default function DeleteEvents({ loaderData: { formKey }, actionData }: Route.ComponentProps) {
	const outlet = useOutletContext<{ list: string }>();
	const list = actionData?.list ?? outlet.list;
	const events = actionData?.events ?? { count: 0, linked: 0, signups: 0, titles: [] };
	const error = actionData?.error ?? (events.count === 0 ? ADMIN_TEXTS.noEventsToDelete : null);
	const navigation = useNavigation();
	const isDeleting =
		navigation.state !== 'idle' && navigation.formData?.get('intent') === 'events.deleteMany';
	return (
		<Dialog title="Delete Events" closeHref={list} tone="danger">
			<Form method="post" action={`${BASE}/delete`} preventScrollReset className={css.content}>
				{error && (
					<Notice tone="error" title={ADMIN_TEXTS.eventsDeleteFailed}>
						{error}
					</Notice>
				)}
				<input type="hidden" name="key" value={formKey} />
				<input type="hidden" name="selected" value={actionData?.selection ?? ''} />
				<input type="hidden" name="list" value={list.replace(BASE, '')} />
				{events.count > 0 && (
					<WhatGoes {...events} isChecked={actionData?.error ? actionData.deleteDiscordEvents : true} />
				)}
				<DialogActions>
					<CarryLink to={list} carries variant="quiet">
						Keep them
					</CarryLink>
					{events.count > 0 && (
						<Button
							name="intent"
							value="events.deleteMany"
							variant="dangerFinal"
							icon={Trash2}
							pending={isDeleting && 'Deleting...'}
						>
							Delete {count(events.count, 'event')}
						</Button>
					)}
				</DialogActions>
			</Form>
		</Dialog>
	);
}

type WhatGoesProps = { count: number; linked: number; signups: number; titles: string[]; isChecked: boolean };

function WhatGoes({ count: events, linked, signups, titles, isChecked }: WhatGoesProps) {
	const more = events - titles.length;
	return (
		<>
			<p>
				<b>{count(events, 'event')} selected.</b>{' '}
				<span className={muted}>
					{count(signups, 'signup')}, the groups and the comments go with {events === 1 ? 'it' : 'them'}.{' '}
					{ADMIN_TEXTS.cannotUndo}
				</span>
			</p>
			<ul className={css.titles}>
				{titles.map((title, i) => (
					<li key={i}>{title}</li>
				))}
				{more > 0 && <li className={muted}>and {more.toLocaleString('en-US')} more</li>}
			</ul>
			{linked > 0 ? (
				<Checkbox
					name="deleteDiscordEvents"
					label={ADMIN_TEXTS.alsoDiscord}
					hint={`${linked.toLocaleString('en-US')} of them`}
					defaultChecked={isChecked}
				/>
			) : (
				<p className={muted}>{ADMIN_TEXTS.noDiscordDeletion}</p>
			)}
		</>
	);
}

const count = (number: number, what: string) =>
	`${number.toLocaleString('en-US')} ${what}${number === 1 ? '' : 's'}`;
