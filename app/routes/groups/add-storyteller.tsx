import { EventIntent } from '~/app/routes/event/event-intent.tsx';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { Search, UserRound } from '~/app/ui/icons.ts';
import { MenuButton, MenuLink } from '~/app/ui/menu.tsx';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice } from '~/app/ui/notice.tsx';
import type { BoardGroup } from '~/domain/groups/board.ts';
import { BoardMenu } from './board-menu.tsx';
import { useBoardScreen } from './board-screen.ts';
import { rowMenuText } from './players.css.ts';

/**
 * Renders the menu that adds a storyteller to the event at once, so that a draft of the groups need not be left for the
 * event form. The storyteller gets `group`, if any. Renders nothing when there is no one to add.
 */
export function AddStoryteller({ group }: { group?: Pick<BoardGroup, 'id' | 'name'> | undefined }) {
	const { eventId, storytellerChoices, storytellerRefusal, adder, isFrozen, openMenu, getMenuHref } =
		useBoardScreen();
	const name = group ? `storyteller ${group.id}` : 'storyteller';
	// A page that shows why the form failed has the form again.
	const action = (openMenu === name && getMenuHref(name)) || `/events/${eventId}`;
	const failure = adder.state === 'idle' ? (adder.data ? adder.data.error : storytellerRefusal) : null;
	if (isFrozen || storytellerChoices.length === 0) return null;
	return (
		<div>
			<BoardMenu
				name={name}
				icon={UserRound}
				summary={
					<span className={rowMenuText}>
						Add a storyteller
						{group && (
							<>
								{' '}
								to <Name>{group.name}</Name>
							</>
						)}
					</span>
				}
			>
				<adder.Form method="post" action={action} preventScrollReset>
					<EventIntent value="events.update" />
					{group && <input type="hidden" name="groupId" value={group.id} />}
					{storytellerChoices.map(({ id, name: choice }) => (
						<MenuButton key={id} icon={UserRound} name="storytellerId" value={id}>
							<Name className={rowMenuText}>{choice}</Name>
						</MenuButton>
					))}
				</adder.Form>
				<MenuLink icon={Search} href={`/events/${eventId}/edit#storytellers`}>
					Find others
				</MenuLink>
			</BoardMenu>
			<FailureNotice failure={failure} title={getFailureTitle('events.update')} />
		</div>
	);
}
