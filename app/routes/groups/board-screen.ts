import { createContext, use, useSyncExternalStore } from 'react';
import type { FetcherWithComponents } from 'react-router';
import type { useTypedText } from '~/app/ui/field.tsx';
import type { LinkTo } from '~/app/ui/use-links.ts';
import type { Board } from '~/domain/groups/board.ts';
import type { PreferencesByUser } from '~/domain/groups/mutual-preferences.ts';
import type { OpenGroups, StorytellerChoice } from '~/domain/groups/panel.ts';
import type { Winner } from '~/domain/groups/result.ts';
import type { Directory } from './board-directory.ts';
import type { AddedStoryteller } from './groups-response.ts';
import { type Step, serializeStep } from './step.ts';

export type BoardScreen = {
	eventId: string;
	/** Where the forms are sent: the address of the panel. */
	action: string;
	/** The search for available players, when the event has many signups. */
	search: PlayerSearch | null;
	/** The idempotency key of a form without script; null with script, which sends the forms itself. */
	formKey: string | null;
	board: Board;
	/** The version that the forms are made from. */
	version: number;
	directory: Directory;
	/** The menu that the page's address opens, for pages without script. */
	openMenu: string | null;
	/** Returns the address of the page on which a menu is open; undefined while it would lose a draft. */
	getMenuHref: (name: string) => string | undefined;
	/** Makes an `<a>` a link that keeps the draft. */
	linkTo: LinkTo;
	/** What the groups play and where, and what they may choose. */
	library: Pick<OpenGroups, 'scripts' | 'scriptChoices' | 'voiceChannels'>;
	/** The users who may run a game and are not among the event's storytellers, by name. */
	storytellerChoices: readonly StorytellerChoice[];
	storytellerRefusal: string | null;
	/** The form that adds one of them, and what became of it. */
	adder: FetcherWithComponents<AddedStoryteller | undefined>;
	/** Returns the name of a user who may have left in the meantime. */
	findFormerName: (id: string) => string;
	preferences: PreferencesByUser;
	/** The results of the saved groups by their ids; null while the event can have none. */
	winners: ReadonlyMap<string, Winner | null> | null;
	/** Whether the bar of unsaved changes has its Save button. */
	canSave: boolean;
	/** Whether single steps are disabled: without script, while there is a draft to save or to discard. */
	isFrozen: boolean;
	pointed: PointedPlayer;
};

export type PlayerSearch = {
	/** The text in the page's address. */
	initial: string;
	props: ReturnType<typeof useTypedText>['props'];
	isMatch: (name: string) => boolean;
};

/** The player under the pointer or the focus. It is no state of React, so that the editor does not rerender. */
type PointedPlayer = ReturnType<typeof createPointedPlayer>;

export function createPointedPlayer() {
	let pointedId: string | null = null;
	const listeners = new Set<() => void>();
	return {
		get: () => pointedId,
		set: (userId: string | null) => {
			pointedId = userId;
			for (const listener of listeners) listener();
		},
		subscribe: (listener: () => void) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

const BoardScreenContext = createContext<BoardScreen | null>(null);

export const BoardScreenProvider = BoardScreenContext.Provider;

export function useBoardScreen(): BoardScreen {
	const screen = use(BoardScreenContext);
	if (!screen) throw new Error('useBoardScreen needs a BoardScreenProvider above it');
	return screen;
}

/** Returns `select` of the pointed player's id; the component rerenders only when that value changes. */
export function usePointedPlayer<Value>(select: (pointedId: string | null) => Value): Value {
	const { pointed } = useBoardScreen();
	return useSyncExternalStore(
		pointed.subscribe,
		() => select(pointed.get()),
		() => select(null),
	);
}

/** The id of the form that all single buttons of the board belong to. */
export const STEP_FORM = 'groups-step';

/** Returns what gives a button the props with which it takes a step, with and without script. */
export function useStepButton() {
	const { isFrozen } = useBoardScreen();
	return (step: Step) => ({
		form: STEP_FORM,
		name: 'step',
		value: serializeStep(step),
		disabled: isFrozen,
	});
}
