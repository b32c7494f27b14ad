import { useFetcher } from 'react-router';
import { Button } from '~/app/ui/button.tsx';
import { FailureNotice, Notice } from '~/app/ui/notice.tsx';
import type { EventOnPage } from '~/domain/events/page.ts';
import type { StartQuestion } from '~/domain/events/start-questions.ts';
import { formatDateTimeShort, formatTime } from '~/domain/time/format.ts';
import { EventIntent } from './event-intent.tsx';
import * as css from './sync-state.css.ts';

/** Why a choice was refused; `questions` are to be answered before Discord's time is taken. */
type Refused = { error: string | null; questions?: StartQuestion[] };

type MovedTimeProps = {
	event: Pick<EventOnPage, 'id' | 'timezone' | 'movedOnDiscord'>;
	/** Why the choice that this page was rendered for was refused (without script). */
	refusal?: Refused | null;
};

/** Renders the time that a moderator has set on Discord, with the choice between it and ours. */
export function MovedTime({
	event: { id, timezone, movedOnDiscord: moved },
	refusal = null,
}: MovedTimeProps) {
	const fetcher = useFetcher<Refused>();
	const isIdle = fetcher.state === 'idle';
	const refused = fetcher.data ?? refusal;
	const questions = refused?.questions ?? [];
	const error = isIdle && questions.length === 0 ? refused?.error : null;
	const pending = (time: string) => !isIdle && fetcher.formData?.get('time') === time && 'Saving...';
	if (!moved && !error) return null;
	return (
		<div className={css.sync}>
			<FailureNotice failure={error ? { error } : null} title="Failed to choose the time." />
			{moved && (
				<Notice live={false} title="Discord shows another time." className={css.small}>
					{`${formatDateTimeShort(moved.start, timezone)} to ${formatTime(moved.end, timezone)}. It stays there until you choose.`}
					<fetcher.Form method="post" action={`/events/${id}`} preventScrollReset className={css.choices}>
						<EventIntent value="events.chooseTime" />
						<input type="hidden" name="start" value={moved.start} />
						<input type="hidden" name="end" value={moved.end} />
						{questions.map(({ key, text }) => (
							<p key={key} role="alert">
								<input type="hidden" name="accepted" value={key} />
								{text}
							</p>
						))}
						<Button name="time" value="discord" wide pending={pending('discord')}>
							{questions.length > 0 ? "Take Discord's time anyway" : "Take Discord's time"}
						</Button>
						<Button name="time" value="ours" wide pending={pending('ours')}>
							Send ours
						</Button>
					</fetcher.Form>
				</Notice>
			)}
		</div>
	);
}
