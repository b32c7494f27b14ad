import { useFetcher } from 'react-router';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { Search, UserRound } from '~/app/ui/icons.ts';
import { Menu, MenuButton, MenuLink } from '~/app/ui/menu.tsx';
import { Name } from '~/app/ui/name.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { hidden } from '~/app/ui/text.css.ts';
import { useFocusKept } from '~/app/ui/use-focus-kept.ts';
import { useBoardScreen } from './board-screen.ts';
import { menuText } from './player-row.css.ts';

/**
 * Renders the menu that adds a storyteller to the event at once, so that a draft of the groups need not be left for the
 * event form. Renders nothing when there is no one to add.
 */
export function AddStoryteller() {
	const { eventId, storytellerChoices, storytellerRefusal, isFrozen } = useBoardScreen();
	const fetcher = useFetcher<{ error: string | null; announcement?: string }>();
	const isIdle = fetcher.state === 'idle';
	const failure = isIdle ? (fetcher.data ? fetcher.data.error : storytellerRefusal) : null;
	const success = isIdle ? fetcher.data?.announcement : undefined;
	const ref = useFocusKept(success);
	if (isFrozen || storytellerChoices.length === 0) return null;
	return (
		<div ref={ref} tabIndex={-1}>
			<Menu summary="Add a storyteller" icon={UserRound}>
				<fetcher.Form method="post" action={`/events/${eventId}`} preventScrollReset>
					<input type="hidden" name="intent" value="events.update" />
					{storytellerChoices.map(({ id, name }) => (
						<MenuButton key={id} icon={UserRound} name="storytellerId" value={id}>
							<Name className={menuText}>{name}</Name>
						</MenuButton>
					))}
				</fetcher.Form>
				<MenuLink icon={Search} href={`/events/${eventId}/edit#storytellers`}>
					Find others
				</MenuLink>
			</Menu>
			<p role="status" className={hidden}>
				{success}
			</p>
			{failure && (
				<Notice tone="error" failure={failure} title={getFailureTitle('events.update')}>
					{failure}
				</Notice>
			)}
		</div>
	);
}
