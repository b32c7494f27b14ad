import type { ReactNode } from 'react';
import { data, Form, useNavigation } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { TextInput } from '~/app/ui/field.tsx';
import { ArrowRight, Trash2 } from '~/app/ui/icons.ts';
import { stack } from '~/app/ui/layout.css.ts';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { parseAddressNumber } from '~/domain/address-numbers.ts';
import { FAILURES } from '~/domain/failures.ts';
import { ACCOUNT_TEXTS } from '~/domain/users/account-data.ts';
import { DELETION_WORD, PROFILE_TEXTS } from '~/domain/users/profile.ts';
import { signOutBrowser } from '~/server/http/context.ts';
import { readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { deleteProfile } from '~/server/operations/users/index.ts';
import type { Route } from './+types/delete.ts';

const CANCEL_ADDRESS = '/profile/delete/cancelled';

/** The deletion dialog: two confirmations, then the typed word, each at its own address (spec, section 5). */
export function loader({ url }: Route.LoaderArgs) {
	return { step: parseAddressNumber('step', url.searchParams.get('step')) ?? 1 };
}

export async function action({ request, context }: Route.ActionArgs) {
	const form = await readPageForm(request);
	const confirmation = readText(form, 'confirmation');
	const { result, refusal } = await submit(deleteProfile, context, { read: () => ({ confirmation }) });
	if (refusal) {
		const isTyped = refusal.fieldErrors.confirmation === undefined;
		return data(
			{
				title: isTyped ? FAILURES['profile.delete'] : PROFILE_TEXTS.deletionCancelled,
				error: refusal.error,
				confirmation,
			},
			{ status: refusal.status },
		);
	}
	signOutBrowser(context);
	return redirectAfterForm(context, '/profile/deleted', { tone: 'success', title: result.message });
}

export const meta: Route.MetaFunction = () => [{ title: 'Delete Profile · Townbell' }];

export default function Delete({ loaderData, actionData }: Route.ComponentProps) {
	const step = actionData ? 3 : loaderData.step;
	return (
		<Dialog title="Delete Profile" closeHref={CANCEL_ADDRESS} tone="danger" closeLabel="Cancel">
			{step === 1 && (
				<Step next="/profile/delete?step=2" label="Continue">
					Are you sure you want to delete your profile? This also deletes your {ACCOUNT_TEXTS.deleted}.
				</Step>
			)}
			{step === 2 && (
				<Step next="/profile/delete?step=3" label="Yes, I'm sure">
					This cannot be undone. You will be removed from every event, every group and everyone’s preferences,
					and signed out everywhere. Are you really sure?
				</Step>
			)}
			{step === 3 && <DeletionForm refusal={actionData ?? null} />}
		</Dialog>
	);
}

function Step({ next, label, children }: { next: string; label: string; children: ReactNode }) {
	return (
		<>
			<p>{children}</p>
			<DialogActions backTo={CANCEL_ADDRESS}>
				<ButtonLink to={next} variant="danger" iconEnd={ArrowRight} preventScrollReset>
					{label}
				</ButtonLink>
			</DialogActions>
		</>
	);
}

type DeletionRefusal = { title: string; error: string; confirmation: string };

function DeletionForm({ refusal }: { refusal: DeletionRefusal | null }) {
	const isDeleting = useNavigation().formMethod === 'POST';
	return (
		<Form method="post" action="/profile/delete?step=3" replace preventScrollReset className={stack}>
			<input type="hidden" name="intent" value="profile.delete" />
			<FailureNotice failure={refusal} />
			<TextInput
				name="confirmation"
				label={`Type ${DELETION_WORD} to confirm`}
				autoComplete="off"
				autoCapitalize="off"
				spellCheck={false}
				defaultValue={refusal?.confirmation ?? ''}
			/>
			<DialogActions backTo={CANCEL_ADDRESS}>
				<Button variant="dangerFinal" icon={Trash2} pending={isDeleting && 'Deleting...'}>
					Delete Profile
				</Button>
			</DialogActions>
		</Form>
	);
}
