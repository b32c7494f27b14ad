import { createContext, use } from 'react';
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
	/** Whose wishes are shown, and who is part of them. */
	pointed: { userId: string; related: ReadonlySet<string> } | null;
	point: (userId: string | null) => void;
};

const BoardScreenContext = createContext<BoardScreen | null>(null);

export const BoardScreenProvider = BoardScreenContext.Provider;

export function useBoardScreen(): BoardScreen {
	const screen = use(BoardScreenContext);
	if (!screen) throw new Error('useBoardScreen needs a BoardScreenProvider above it');
	return screen;
}

/** The form that all single buttons of the board belong to. */
export const STEP_FORM = 'groups-step';

/** What makes a button take a step, with and without script. */
export const pressing = (step: Step) => ({ form: STEP_FORM, name: 'step', value: writeStep(step) });
