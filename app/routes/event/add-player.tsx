import { data, Form, useNavigation } from 'react-router';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { readText } from '~/app/shell/form-text.ts';
import { offerUndo } from '~/app/shell/offer-undo.ts';
import { redirectMissingEvent } from '~/app/shell/signup-form.ts';
import { listStatusOptions } from '~/app/shell/status-looks.ts';
import { Button } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { Select, TextArea, TextInput } from '~/app/ui/field.tsx';
import { Search } from '~/app/ui/icons.ts';
import { Name, NameOption } from '~/app/ui/name.tsx';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { SegmentedRadios } from '~/app/ui/segmented.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { CLOSED_REASONS } from '~/domain/events/status.ts';
import { isolate } from '~/domain/isolate.ts';
import { TEXT_LIMITS } from '~/domain/limits.ts';
import { describeAddedSignup, getPlayerStanding } from '~/domain/signups/standing.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { guardPage, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { addSignup, findEventSignup } from '~/server/operations/signups/index.ts';
import { listCompanions, searchUsers } from '~/server/operations/users/index.ts';
import type { Route } from './+types/add-player.ts';
import { toPageSearch, WHO } from './place-address.ts';
import * as css from './signup-dialog.css.ts';

/**
 * The dialog in which creators and admins sign a member up: a search by name, and a form with those found. Without a search
 * they are those with whom the viewer was at most events.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
	guardPage(context, 'signups.add');
	const query = (url.searchParams.get(WHO) ?? '').slice(0, TEXT_LIMITS.search).trim();
	const among = 'members' as const;
	const [{ event }, users] = await Promise.all([
		load(findEventSignup, context, { params, ifMissing: () => redirectMissingEvent(context) }),
		query === ''
			? load(listCompanions, context, { read: () => ({ among }) })
			: load(searchUsers, context, { read: () => ({ among, query }) }),
	]);
	const hasBegun = new Date(event.date) <= getRequestFacts(context).now;
	return { event, users, query, hasBegun, closeHref: `/events/${event.id}${toPageSearch(url.search)}` };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
	guardPage(context, 'signups.add');
	const form = await readPageForm(request);
	const { result, refusal } = await submit(addSignup, context, {
		params,
		read: () => ({
			user_id: form.get('user_id') ?? undefined,
			status: form.get('status') ?? undefined,
			// An empty field leaves the notes of a user who is signed up already.
			notes: form.get('notes') || undefined,
		}),
		returnedKinds: ['missing'],
	});
	if (refusal?.kind === 'missing') return redirectMissingEvent(context);
	if (refusal) {
		const { error, fieldErrors, status } = refusal;
		const values = {
			userId: readText(form, 'user_id'),
			status: readText(form, 'status'),
			notes: readText(form, 'notes'),
		};
		return data({ error, fieldErrors, values }, { status });
	}
	const { signup, before } = result;
	const title = describeAddedSignup(isolate(signup.username), before, getPlayerStanding(signup));
	const notice = await offerUndo(context, { tone: 'success', title });
	return redirectAfterForm(context, `/events/${params.eventId}${toPageSearch(url.search)}`, notice);
}

export default function AddPlayer({
	loaderData: { event, users, query, hasBegun, closeHref },
	actionData,
}: Route.ComponentProps) {
	const isSaving = useNavigation().formData?.get('intent') === 'signups.add';
	if (event.status !== 'active' && !actionData) {
		return (
			<Dialog title="Add a player" closeHref={closeHref}>
				<p>
					<b>Signups are closed.</b> {CLOSED_REASONS[event.status]}
				</p>
			</Dialog>
		);
	}
	const errors = actionData?.fieldErrors ?? {};
	return (
		<Dialog title="Add a player" closeHref={closeHref}>
			<div className={css.form}>
				<p className={muted}>
					<Name>{event.title}</Name>
				</p>
				<FailureNotice failure={actionData} title={getFailureTitle('signups.add', closeHref)} />
				<Form method="get" preventScrollReset className={css.search}>
					<PageFields closeHref={closeHref} />
					<TextInput
						key={query}
						type="search"
						name={WHO}
						label="Search by name"
						icon={Search}
						maxLength={TEXT_LIMITS.search}
						autoComplete="off"
						defaultValue={query}
					/>
					<Button>Search</Button>
				</Form>
				<p role="status">{query !== '' && users.length === 0 && 'No member by that name'}</p>
			</div>
			{users.length > 0 && (
				<Form method="post" preventScrollReset className={css.form}>
					<input type="hidden" name="intent" value="signups.add" />
					<Select
						key={query}
						name="user_id"
						label="Player"
						required
						defaultValue={actionData?.values.userId}
						error={errors.user_id}
					>
						{users.length > 1 && <option value="">Choose a player</option>}
						{users.map(({ id, username, preferred_username }) => (
							<NameOption key={id} value={id}>
								{preferred_username ?? username}
							</NameOption>
						))}
					</Select>
					<SegmentedRadios
						name="status"
						label="Status"
						options={listStatusOptions({ hasBegun })}
						defaultValue={actionData?.values.status || 'confirmed'}
						required
						error={errors.status}
					/>
					<TextArea
						name="notes"
						label="Notes"
						hint={`Only creators, admins and the player see this. ${TEXT_LIMITS.signupNotes} characters max.`}
						maxLength={TEXT_LIMITS.signupNotes}
						defaultValue={actionData?.values.notes}
						error={errors.notes}
					/>
					<p className={muted}>Players who were not signed up get a direct message.</p>
					<DialogActions backTo={closeHref}>
						<Button variant="primary" pending={isSaving && 'Saving...'}>
							Sign up
						</Button>
					</DialogActions>
				</Form>
			)}
		</Dialog>
	);
}

/** Keeps the query of the event's page, which a search would replace. */
const PageFields = ({ closeHref }: { closeHref: string }) =>
	[...new URLSearchParams(closeHref.split('?')[1])].map(([name, value]) => (
		<input key={name} type="hidden" name={name} value={value} />
	));
