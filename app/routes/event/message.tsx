import { data, type ShouldRevalidateFunctionArgs } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { redirectMissingEvent, redirectToEvent } from '~/app/shell/signup-form.ts';
import { Options, Select, TextArea } from '~/app/ui/field.tsx';
import { MessagesSquare } from '~/app/ui/icons.ts';
import { useSite } from '~/app/ui/site-context.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { describeAudience, listWays, MESSAGE_TEXTS, readAudience } from '~/domain/events/player-messages.ts';
import { formatCount, formatNumber } from '~/domain/format-count.ts';
import { EASTERN, PLAYER_MESSAGES, TEXT_LIMITS } from '~/domain/limits.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { getZoneLabel } from '~/domain/time/zones.ts';
import { guardPage, load, readPageForm, submit } from '~/server/http/responses.ts';
import { readMessageForm, sendMessage } from '~/server/operations/direct-messages/index.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import type { Route } from './+types/message.ts';
import { EventDialog } from './event-dialog.tsx';

/** Returns the event's address without the audience that a link has chosen (`?to=`). */
function getEventAddress(eventId: string, url: URL): string {
	const query = new URLSearchParams(url.search);
	query.delete('to');
	return eventId + (query.size > 0 ? `?${query}` : '');
}

/** The dialog that says who would get a message, and sends it; for creators, admins and storytellers of a group. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
	guardPage(context, 'messages.send');
	const message = await load(readMessageForm, context, {
		params,
		ifMissing: () => redirectMissingEvent(context),
	});
	return {
		message,
		formKey: createFormKey(),
		to: url.searchParams.get('to'),
		closeHref: `/events/${getEventAddress(params.eventId, url)}`,
	};
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
	guardPage(context, 'messages.send');
	const form = await readPageForm(request);
	const [to, text, way] = ['to', 'text', 'way'].map((name) => readText(form, name)) as [
		string,
		string,
		string,
	];
	const { result, refusal } = await submit(sendMessage, context, {
		params,
		read: () => ({ to: readAudience(to), text, way, idempotencyKey: form.get('key') }),
		returnedKinds: ['missing'],
	});
	if (refusal?.kind === 'missing') return redirectMissingEvent(context);
	const values = { to, text, way };
	if (refusal) {
		const { error, fieldErrors, status } = refusal;
		return data({ error, fieldErrors, values }, { status });
	}
	const { recipients } = result;
	if (recipients === 0) return { error: MESSAGE_TEXTS.nobody, fieldErrors: NO_ERRORS, values };
	const title = `${formatCount(recipients, 'member')} will get your message.`;
	return redirectToEvent(context, getEventAddress(params.eventId, url), title);
}

/** Revalidates after a refusal too: whom one can write to, and when, may have changed. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
	actionStatus === 409 || actionStatus === 422 || defaultShouldRevalidate;

const NO_ERRORS: FieldErrors = {};

export default function MessagePlayers({
	loaderData: { message, formKey, to, closeHref },
	actionData,
}: Route.ComponentProps) {
	const zone = useSite().viewerZone ?? EASTERN;
	const { problem, availableAt, hasThread, audiences } = message;
	const canSend = problem === null && availableAt === null;
	const { values, fieldErrors } = actionData ?? {};
	return (
		<EventDialog
			title="Message the players"
			closeHref={closeHref}
			intent="messages.send"
			failure={actionData}
			hidden={['key', formKey]}
			event={message}
			back={canSend ? 'Cancel' : 'Close'}
			button={canSend && { label: 'Send message', icon: MessagesSquare, pending: 'Sending...' }}
		>
			{problem !== null && <p className={muted}>{problem}</p>}
			{problem === null && availableAt !== null && (
				<p className={muted}>
					{PLAYER_MESSAGES.perDay} messages were sent for this event within {PLAYER_MESSAGES.hours} hours. The
					next one can be sent from {formatDateTimeShort(availableAt, zone)} ({getZoneLabel(zone)} time).
				</p>
			)}
			{canSend && (
				<>
					<Select
						name="to"
						label="To"
						hint="Those who have turned messages off are not counted, and neither are you."
						defaultValue={values?.to ?? to ?? undefined}
						error={fieldErrors?.to}
					>
						<Options entries={audiences.map((audience) => [audience.to, describeAudience(audience)])} />
					</Select>
					<TextArea
						name="text"
						label="Message"
						hint={`Everyone who gets it sees your name. ${formatNumber(TEXT_LIMITS.playerMessage)} characters max.`}
						rows={5}
						required
						maxLength={TEXT_LIMITS.playerMessage}
						defaultValue={values?.text}
						error={fieldErrors?.text}
					/>
					<Select
						name="way"
						label="How"
						hint={hasThread ? undefined : 'The event has no thread on Discord.'}
						defaultValue={values?.way}
						error={fieldErrors?.way}
					>
						<Options entries={listWays(hasThread)} />
					</Select>
					<p className={muted}>
						It is sent on Discord, after the quiet hours of those who have any. It cannot be taken back. Each
						event can have {PLAYER_MESSAGES.perDay} messages a day.
					</p>
				</>
			)}
		</EventDialog>
	);
}
