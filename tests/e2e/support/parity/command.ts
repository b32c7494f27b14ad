import type { Role } from '~/domain/people/roles.ts';
import type { Typed } from '../forms.ts';
import { answerOf, type Stage } from '../stage.ts';

/** A stage with the ids that a case has made; `ids` also fill the addresses. */
export type Twin = Stage & { ids: Record<string, string> };

export type Case = {
	what: string;
	/** The actor's role; a player unless the command needs more. */
	as?: Role;
	/** Makes what it is about; answers its ids. */
	prepare?: (stage: Stage) => Promise<Record<string, string>> | Record<string, string>;
	/** Buttons of the form that are pressed before, one after the other. */
	presses?: (twin: Twin) => Typed[];
	typed?: (twin: Twin) => Typed;
	body?: (twin: Twin) => object;
	/** What happens between the page and its form, and before the call. */
	meanwhile?: (twin: Twin) => Promise<unknown> | unknown;
	/** Who is shown the form that the actor sends: somebody of this role. Left out: the actor. */
	shownTo?: Role;
	/** The status of the refusal; left out: it is done. */
	refused?: number;
	/** What the page says instead of the refusal's text, for it shows how things stand now. */
	pageSays?: string;
	/** What the page does instead, where the specification wants that, and why. */
	butThePage?: { status: number; because: string };
	/** Nothing that is kept changes though it is done. */
	changesNothing?: true;
};

export type Command = {
	/** As the document names it. */
	call: string;
	/** Where its form is shown. */
	page: string;
	/** The page is the answer to this being sent there: what a list's form brings along. */
	opens?: (twin: Twin) => Record<string, string>;
	/** The least role that is shown the page, where the call asks for less. */
	pageRole?: Role;
	/** It changes the banner, which everybody shares. */
	changesBanner?: true;
	/** It changes the test data, of which there is one lot. */
	changesTestData?: true;
	/** How the form is told from the page's others: its address, or fields that it holds. */
	form: { action?: string; holds?: (twin: Twin) => Record<string, string> };
	/** The form's intent where it is not the call's own action, and why. */
	otherIntent?: string;
	/** The name of the form's field with the key under which it counts once. */
	key?: string;
	/** Waits for work that the form's answer did not wait for. */
	settled?: (twin: Twin) => Promise<void>;
	cases: readonly [Case, ...Case[]];
};

export const LONG = (length: number) => 'x'.repeat(length + 1);

export const nothing = () => ({});

export const GONE = { status: 303, because: 'what is gone already is what was wanted' };

export const own = (stage: Stage) => answerOf(stage, 'actor');

export const foreign = (stage: Stage) => answerOf(stage, 'other');

/** One row as the boxes of a list select it. */
export function select(id = ''): Record<string, string> {
	return { shown: id, ids: id };
}
