import type { ComponentType, ReactNode } from 'react';
import { Button } from '~/app/ui/button.tsx';
import { Check } from '~/app/ui/icons.ts';
import { mutedSmall, strong } from '~/app/ui/text.css.ts';
import type { EventOnPage } from '~/domain/events/page.ts';
import { EASTERN } from '~/domain/limits.ts';
import { describeOwnPlace } from '~/domain/places/texts.ts';
import { formatTime } from '~/domain/time/format.ts';
import * as css from './own-place.css.ts';

type AnswerForm = ComponentType<{
	method: 'post';
	action: string;
	preventScrollReset: boolean;
	children: ReactNode;
}>;

/** Renders the viewer's place at an event with a capacity, with the buttons that take it or pass it on. */
export function OwnPlaceLine({ event, Form }: { event: EventOnPage; Form: AnswerForm }) {
	const own = event.own_place;
	if (!own || event.status !== 'active') return null;
	return (
		<div className={css.line}>
			<div className={css.text}>
				<p className={strong}>{describeOwnPlace({ place: own.state, position: own.position })}</p>
				<p className={mutedSmall}>{describeNext(own, event.ownPlaceReason)}</p>
			</div>
			<div className={css.actions}>
				{own.state === 'offered' && (
					<Answer event={event} Form={Form} accept>
						Take the place
					</Answer>
				)}
				{own.state !== 'waiting' && (
					<Answer event={event} Form={Form}>
						{own.state === 'offered' ? 'No, thanks' : 'Give up my place'}
					</Answer>
				)}
			</div>
		</div>
	);
}

function describeNext(
	{ state, offer_expires_at: expiresAt }: NonNullable<EventOnPage['own_place']>,
	reason: string | null,
) {
	if (state === 'offered' && expiresAt)
		return `It is kept for you until ${formatTime(expiresAt, EASTERN)} Eastern.`;
	if (state === 'offered') return 'The first who takes it gets it.';
	if (reason !== null) return `A creator decided this: ${reason}`;
	return state === 'waiting'
		? 'When a place is free, it is yours or you get a message.'
		: "Change your status if you can't come, so that others can.";
}

type AnswerProps = { event: EventOnPage; Form: AnswerForm; accept?: boolean; children: ReactNode };

function Answer({ event, Form, accept = false, children }: AnswerProps) {
	return (
		<Form method="post" action={`/events/${event.id}`} preventScrollReset>
			<input type="hidden" name="intent" value="places.answer" />
			<Button
				name="accept"
				value={String(accept)}
				variant={accept ? 'primary' : 'secondary'}
				icon={accept ? Check : undefined}
			>
				{children}
			</Button>
		</Form>
	);
}
