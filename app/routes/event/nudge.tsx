import { data, type ShouldRevalidateFunctionArgs } from 'react-router';
import { redirectMissingEvent, redirectToEvent } from '~/app/shell/signup-form.ts';
import { Megaphone } from '~/app/ui/icons.ts';
import { useSite } from '~/app/ui/site-context.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { formatCount } from '~/domain/format-count.ts';
import { EASTERN, HOUR_MS, NUDGE } from '~/domain/limits.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { getZoneLabel } from '~/domain/time/zones.ts';
import { guardPage, load, readPageForm, submit } from '~/server/http/responses.ts';
import { nudgeUsers, readNudge } from '~/server/operations/direct-messages/index.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import type { Route } from './+types/nudge.ts';
import { EventDialog } from './event-dialog.tsx';

/** The dialog that says how many users would be asked for a signup, and asks them; for creators and admins. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
	guardPage(context, 'events.nudge');
	const nudge = await load(readNudge, context, { params, ifMissing: () => redirectMissingEvent(context) });
	return { nudge, formKey: createFormKey(), closeHref: `/events/${params.eventId}${url.search}` };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
	guardPage(context, 'events.nudge');
	const form = await readPageForm(request);
	const { result, refusal } = await submit(nudgeUsers, context, {
		params,
		read: () => ({ idempotencyKey: form.get('key') }),
		returnedKinds: ['missing'],
	});
	if (refusal?.kind === 'missing') return redirectMissingEvent(context);
	if (refusal) return data({ error: refusal.error }, { status: refusal.status });
	const { recipients } = result;
	const title =
		recipients === 0
			? 'There was no one to ask.'
			: `${formatCount(recipients, 'member')} will get a direct message.`;
	return redirectToEvent(context, params.eventId + url.search, title);
}

/** Revalidates after a conflict too: another creator has asked, so the dialog says when it is possible again. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
	actionStatus === 409 || defaultShouldRevalidate;

export default function AskUsers({
	loaderData: { nudge, formKey, closeHref },
	actionData,
}: Route.ComponentProps) {
	const canAsk = nudge.recipients > 0 && nudge.available_at === null;
	return (
		<EventDialog
			title="Ask who hasn't signed up"
			closeHref={closeHref}
			intent="events.nudge"
			failure={actionData}
			hidden={['key', formKey]}
			event={nudge}
			back={canAsk ? 'Cancel' : 'Close'}
			button={
				canAsk && {
					label: `Ask ${formatCount(nudge.recipients, 'member')}`,
					icon: Megaphone,
					pending: 'Asking...',
				}
			}
		>
			<NudgeText nudge={nudge} />
		</EventDialog>
	);
}

function NudgeText({
	nudge: { isUpcoming, recipients, available_at },
}: {
	nudge: Route.ComponentProps['loaderData']['nudge'];
}) {
	const zone = useSite().viewerZone ?? EASTERN;
	if (!isUpcoming) return <p className={muted}>You can only ask about upcoming events.</p>;
	if (available_at !== null) {
		const askedAt = new Date(new Date(available_at).getTime() - NUDGE.hours * HOUR_MS);
		return (
			<p className={muted}>
				Members were asked on {formatDateTimeShort(askedAt, zone)}. You can ask again from{' '}
				{formatDateTimeShort(available_at, zone)} ({getZoneLabel(zone)} time).
			</p>
		);
	}
	if (recipients === 0) {
		return (
			<p className={muted}>
				There is no one to ask. Everyone who signed up for one of the last {NUDGE.events} events has signed up
				for this one, runs it, or gets no messages from us.
			</p>
		);
	}
	return (
		<p className={muted}>
			This sends a direct message on Discord to {formatCount(recipients, 'member')} who signed up for one of
			the last {NUDGE.events} events but not for this one. You can ask once a day.
		</p>
	);
}
