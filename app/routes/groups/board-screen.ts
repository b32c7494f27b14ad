import { createContext, use, useSyncExternalStore } from 'react';
import type { PreferencesByUser } from '~/domain/groups/affinity.ts';
import type { Board } from '~/domain/groups/board.ts';
import type { Directory } from './board-people.ts';
import { type Step, writeStep } from './step.ts';

/** What every part of the board on the screen knows. */
export type BoardScreen = {
	eventId: string;
	/** The key under which a form without script counts once; null where script sends it. */
	formKey: string | null;
	board: Board;
	/** The version that the forms are made from. */
	version: number;
	directory: Directory;
	/** The name of somebody who may have left meanwhile. */
	nameLeft: (id: string) => string;
	preferences: PreferencesByUser;
	/** No single step can be taken: without script, while there is a draft to save or to discard. */
	isFrozen: boolean;
	pointed: PointedPlayer;
};

/** The player under the pointer or the focus; kept outside React's state so that the editor is not rendered for it. */
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

/** What `select` makes of the pointed player's id; renders again only when that changes. */
export function usePointed<Value>(select: (pointedId: string | null) => Value): Value {
	const { pointed } = useBoardScreen();
	return useSyncExternalStore(
		pointed.subscribe,
		() => select(pointed.get()),
		() => select(null),
	);
}

/** The form that all single buttons of the board belong to. */
export const STEP_FORM = 'groups-step';

/** What makes a button take a step, with and without script. */
export const pressing = (step: Step) => ({ form: STEP_FORM, name: 'step', value: writeStep(step) });
