import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { latePart, useEarlyInput } from '~/app/shell/early-input.ts';
import { useShowNotice } from '~/app/shell/flash.tsx';
import { LeaveGuard } from '~/app/shell/leave-guard.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { useTypedText } from '~/app/ui/field.tsx';
import { focusMoved } from '~/app/ui/focus.ts';
import { menuClass } from '~/app/ui/menu.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import { useLinks } from '~/app/ui/use-links.ts';
import type { EventOnPage } from '~/domain/events/page.ts';
import { createNameFilter } from '~/domain/fold-text.ts';
import { describeNoGroups } from '~/domain/groups/config.ts';
import type { OpenGroups } from '~/domain/groups/panel.ts';
import {
	describeMissingStorytellers,
	describePlayerCount,
	listSplittable,
} from '~/domain/groups/splittable.ts';
import { describeDropped, GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { AutoSplitForm, FROZEN_REASON } from './auto-split-form.tsx';
import { AvailablePlayers } from './available-players.tsx';
import { createDirectory, type Directory } from './board-directory.ts';
import { BoardDrag } from './board-drag.tsx';
import {
	type BoardScreen,
	BoardScreenProvider,
	createPointedPlayer,
	type PlayerSearch,
	STEP_FORM,
} from './board-screen.ts';
import type { BoardUpdate } from './board-update.ts';
import { CopyGroups, EditorHead, GlowLegend, GroupRail, MANY_GROUPS, skipTo } from './editor-head.tsx';
import { GroupCard } from './group-card.tsx';
import { GroupPost } from './group-post.tsx';
import { BottomNotices, TopNotices } from './groups-notices.tsx';
import * as css from './groups-panel.css.ts';
import type { GroupsResponse } from './groups-response.ts';
import { getGroupsAddress, MENU_FIELD, OPEN_MENU } from './panel-address.ts';
import { ResultLine } from './result-line.tsx';
import { SplitRules } from './split-rules.tsx';
import type { Step } from './step.ts';
import { StepHiddenFields } from './step-form.tsx';
import { UnsavedBar } from './unsaved-bar.tsx';
import { type GroupsModel, useEach, useGroups } from './use-groups.ts';

type GroupsEditorProps = {
	event: EventOnPage;
	view: OpenGroups;
	formKey: string;
	response: (GroupsResponse['groups'] & { error: string | null }) | null;
	postRefusal?: string | null | undefined;
	storytellerRefusal?: string | null | undefined;
};

/** Renders the board of creators and admins. Every change is a form; with script it is a step on the draft. */
export function GroupsEditor(props: GroupsEditorProps) {
	const { event, view, formKey, response, postRefusal } = props;
	const model = useGroups(event, view, response);
	const screen = useScreenContext(props, model);
	const title = useRef<HTMLHeadingElement>(null);
	const panel = useRef<HTMLElement>(null);
	useEarlyInput(panel);
	const showNotice = useShowNotice();
	useEach(model.update, (update) => {
		showNotice(describeSave(update, screen.findFormerName));
		moveFocus(update, title.current);
	});
	const users = {
		board: model.board,
		confirmed: view.confirmed,
		storytellers: view.storytellers.map(({ user_id }) => user_id),
	};
	const splittable = listSplittable(users);
	const travellerCount = splittable.filter((id) => screen.directory.player(id).isTraveller).length;
	const firstTimerCount = splittable.filter((id) => screen.directory.player(id).experience === 'new').length;
	const playerCount = splittable.length - travellerCount;
	const savedGroups = model.draft.base.board.groups;
	const hasMany = model.board.groups.length >= MANY_GROUPS;
	return (
		<BoardScreenProvider value={screen}>
			<section
				ref={panel}
				{...latePart}
				id="groups"
				className={css.panel}
				aria-labelledby="groups-title"
				onSubmit={model.submit}
				onKeyDown={moveInMenu}
				data-scripted={useHydrated() || undefined}
				data-draft={model.isUnsaved || undefined}
			>
				<form id={STEP_FORM} method="post" action={screen.action} hidden>
					<StepHiddenFields />
				</form>
				{/* biome-ignore lint/a11y/useValidAnchor: it navigates within the page */}
				<a href="#available-players" className={css.skip} onClick={skipTo}>
					Skip to {GROUP_TEXTS.available}
				</a>
				<EditorHead
					round={event.round}
					count={describePlayerCount(users, travellerCount)}
					model={model}
					title={title}
					hasStorytellers={view.storytellers.length > 0}
				>
					<AutoSplitForm
						model={model}
						playerCount={playerCount}
						firstTimerCount={firstTimerCount}
						leftCount={view.leftCount}
						travellerCount={travellerCount}
						places={event.places}
						config={view.autoSplitConfig}
						sentCount={response?.groupCount}
					/>
				</EditorHead>
				<GlowLegend signups={event.signups} />
				<TopNotices model={model} />
				<ResultLine
					split={model.split}
					groups={model.board.groups}
					players={splittable}
					playerCount={playerCount}
					preferences={view.userPreferences}
					config={view.autoSplitConfig}
					isSplitting={model.isSplitting}
				/>
				<SplitRules signups={event.signups} />
				<BoardDrag onStep={model.applyStep}>
					{hasMany && <GroupRail />}
					{model.board.groups.length === 0 ? (
						<p className={css.empty}>
							{screen.isFrozen
								? 'No groups yet.'
								: describeNoGroups(playerCount, view.autoSplitConfig, event.places)}
						</p>
					) : (
						<div className={joinClasses(css.grid, hasMany && css.manyGroups)}>
							{model.board.groups.map((group) => (
								<GroupCard
									key={group.id}
									isFoldable={hasMany}
									group={group}
									storytellers={view.storytellers}
									splittable={splittable}
								/>
							))}
						</div>
					)}
					{(savedGroups.length > 0 || postRefusal) && (
						<div className={css.copy}>
							{savedGroups.length > 0 && <CopyGroups groups={savedGroups} isUnsaved={model.isUnsaved} />}
							<GroupPost
								warning={describeMissingStorytellers(savedGroups)}
								event={event}
								formKey={formKey}
								isUnsaved={model.isUnsaved}
								frozenReason={screen.isFrozen ? FROZEN_REASON : null}
								refusal={postRefusal}
							/>
						</div>
					)}
					<AvailablePlayers signups={event.signups} />
				</BoardDrag>
				<div className={css.foot}>
					<BottomNotices model={model} response={response} />
					{model.isUnsaved && <UnsavedBar model={model} />}
				</div>
				<LeaveGuard
					isUnsaved={model.isUnsaved}
					isKept={(pathname) => isSamePanel(pathname, `/events/${event.id}`)}
					text="The groups have unsaved changes."
				/>
			</section>
		</BoardScreenProvider>
	);
}

/** Returns the context of the board's parts. The board's rules are in the domain. */
function useScreenContext(
	{ event, view, formKey, response, storytellerRefusal = null }: GroupsEditorProps,
	{ board, draft, isUnsaved, adder }: GroupsModel,
): BoardScreen {
	const { cdnUrl } = useSite();
	const isHydrated = useHydrated();
	const [pointed] = useState(createPointedPlayer);
	const directory = useMemo(() => createDirectory(event, view, cdnUrl), [event, view, cdnUrl]);
	const findFormerName = useFormerNames(directory, event, response?.names);
	const [params] = useSearchParams();
	const search = usePlayerSearch(params, view.signups !== null);
	const isFrozen = isUnsaved && !isHydrated;
	const address = getGroupsAddress(event.id, search !== null);
	// A searched player stays in the list.
	const searched = search?.initial ? `player=${encodeURIComponent(search.initial)}&` : '';
	return {
		eventId: event.id,
		search,
		openMenu: params.get(MENU_FIELD),
		getMenuHref: (menu) =>
			isFrozen
				? undefined
				: `${address}${search ? '&' : '?'}${searched}${MENU_FIELD}=${encodeURIComponent(menu)}#${OPEN_MENU}`,
		linkTo: useLinks({ preventScrollReset: true }),
		board,
		directory,
		findFormerName,
		pointed,
		action: `${address}#groups`,
		formKey: isHydrated ? null : formKey,
		version: draft.base.version,
		preferences: view.userPreferences,
		// Results are saved apart from the board, so a draft does not have the newest ones.
		winners: event.hasResults ? new Map(view.groups.map(({ id, winner }) => [id, winner])) : null,
		library: view,
		storytellerChoices: view.storytellerChoices.filter(
			({ id }) => !event.storytellers.some(({ user_id }) => user_id === id),
		),
		storytellerRefusal,
		adder,
		canSave: isUnsaved && !draft.theirs,
		isFrozen,
	};
}

/** Returns the search of an event with many signups. It begins with the address, for pages without script. */
function usePlayerSearch(params: URLSearchParams, hasManySignups: boolean): PlayerSearch | null {
	const [initial] = useState(() => params.get('player') ?? '');
	const { text, props } = useTypedText(initial);
	const isMatch = useMemo(() => createNameFilter(text), [text]);
	return hasManySignups ? { initial, props, isMatch } : null;
}

/** Returns a function that names all users who were signed up since the page was opened, also after a removal. */
function useFormerNames(
	directory: Directory,
	event: EventOnPage,
	first: Record<string, string> = {},
): (id: string) => string {
	const [names] = useState(() => new Map(Object.entries(first)));
	useEffect(() => {
		for (const { user_id } of event.signups) names.set(user_id, directory.player(user_id).name);
	}, [names, directory, event.signups]);
	return (id) => names.get(id) ?? directory.player(id).name;
}

/** Returns the notice after a save, with the names that it removed, or about what was saved at once. */
function describeSave({ change, dropped = [], undo, notice }: BoardUpdate, findName: (id: string) => string) {
	if (change !== 'saved') return notice ?? null;
	const text = dropped.length > 0 ? describeDropped(dropped.map(findName)) : undefined;
	return { tone: 'success', title: GROUP_TEXTS.saved, text, ...(undo && { undo }) } as const;
}

/** Moves the focus to a new group. After a step removed its button: to a menu of the player or group, or the title. */
function moveFocus({ change, isFromForm }: BoardUpdate, title: HTMLElement | null): void {
	if (!isFromForm) return;
	const step = typeof change === 'object' ? change : null;
	if (step?.type === 'addGroup') {
		const group = document.querySelector(`[data-group="${CSS.escape(step.id)}"]`);
		group?.scrollIntoView({ block: 'nearest' });
		group?.querySelector<HTMLElement>('[name="storytellerId"]')?.focus({ preventScroll: true });
		return;
	}
	const focused = document.activeElement;
	const isLost = !(focused instanceof HTMLElement) || focused === document.body;
	const selector = step && findMenu(step);
	const menu = selector ? document.querySelector<HTMLElement>(selector) : null;
	focusMoved(isLost ? (menu ?? title) : focused);
}

/** Returns the selector of the menu of the player or group that a step changed; null for other steps. */
function findMenu(step: Step): string | null {
	if ('userId' in step) return `[data-player="${CSS.escape(step.userId)}"] summary`;
	return 'groupId' in step ? `[data-group="${CSS.escape(step.groupId)}"] summary[aria-label^="More"]` : null;
}

/** The page's own dialogs keep the draft. */
const isSamePanel = (pathname: string, page: string): boolean =>
	pathname === page || (pathname.startsWith(`${page}/`) && pathname !== `${page}/edit`);

/** A menu's button and what can be chosen in it. */
const CHOICES = 'summary, a, button:enabled';

/** Opens the menu that has the focus and moves through its choices with the arrow keys, which would scroll the page. */
export function moveInMenu(event: KeyboardEvent): void {
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	const { target } = event;
	if (!step || !(target instanceof HTMLElement) || !target.matches(CHOICES)) return;
	const menu = target.closest<HTMLDetailsElement>(`details.${menuClass}`);
	if (!menu) return;
	event.preventDefault();
	menu.open = true;
	const choices = [...menu.querySelectorAll<HTMLElement>(CHOICES)];
	choices.at((choices.indexOf(target) + step) % choices.length)?.focus();
}
