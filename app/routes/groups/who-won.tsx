import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import { EventIntent } from '~/app/routes/event/event-intent.tsx';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { useShowNotice } from '~/app/shell/flash.tsx';
import { Moon, Sun } from '~/app/ui/icons.ts';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { SegmentedButtons } from '~/app/ui/segmented.tsx';
import { WINNER_LABELS, type Winner } from '~/domain/groups/result.ts';
import * as css from './group-card.css.ts';

type WhoWonProps = {
	eventId: string;
	group: { id: string; name: string };
	winner: Winner | null;
};

type Response = { error: string } | { error: null; announcement: string };

/** Renders two buttons; that of the saved result removes it. They save at once, which a notice says. */
export function WhoWon({ eventId, group: { id, name }, winner }: WhoWonProps) {
	const fetcher = useFetcher<Response>();
	const showNotice = useShowNotice();
	const response = fetcher.data;
	useEffect(() => {
		if (response?.error === null) showNotice({ tone: 'success', title: response.announcement });
	}, [response, showNotice]);
	const pending = fetcher.formData?.get('winner');
	const shown = pending == null ? winner : pending;
	const choose = (value: Winner) => (value === shown ? '' : value);
	return (
		<fetcher.Form method="post" action={`/events/${eventId}`} preventScrollReset className={css.whoWon}>
			<EventIntent value="groups.setWinner" />
			<input type="hidden" name="groupId" value={id} />
			<span className={css.fieldLabel} aria-hidden="true">
				Who won? Saved at once
			</span>
			<SegmentedButtons
				name="winner"
				label={`Who won in ${name}?`}
				options={[
					{ value: choose('good'), label: WINNER_LABELS.good, tone: 'info', icon: Sun },
					{ value: choose('evil'), label: WINNER_LABELS.evil, tone: 'danger', icon: Moon },
				]}
				layout="grid"
				className={css.winners}
				value={shown ? '' : null}
				pendingValue={pending ? '' : null}
			/>
			<FailureNotice
				failure={response?.error != null ? response : null}
				title={getFailureTitle('groups.setWinner')}
			/>
		</fetcher.Form>
	);
}
