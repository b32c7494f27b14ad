import type { Role } from '~/domain/people/roles.ts';
import type { Typed } from '../forms.ts';
import { answerOf, type Stage } from '../stage.ts';

/** A stage with the ids that a case has created; `ids` also fill the addresses. */
export type Twin = Stage & { ids: Record<string, string> };

export type Case = {
	what: string;
	/** The actor's role: player, unless the command needs more. */
	as?: Role;
	/** Creates the rows that the case is about and returns their ids. */
	prepare?: (stage: Stage) => Promise<Record<string, string>> | Record<string, string>;
	/** Buttons of the form that are pressed first, one after the other. */
	presses?: (twin: Twin) => Typed[];
	typed?: (twin: Twin) => Typed;
	body?: (twin: Twin) => object;
	/** A change that happens between reading the page and sending its form, and before the API call. */
	meanwhile?: (twin: Twin) => Promise<unknown> | unknown;
	/** The role of the user who is shown the form that the actor sends. The default is the actor. */
	shownTo?: Role;
	/** The status of the expected refusal. Without it, the request succeeds. */
	refused?: number;
	/** What the page says instead of the refusal's text, because it shows the current state. */
	pageSays?: string;
	/** What the page does instead, where the specification requires that, and why. */
	butThePage?: { status: number; because: string };
	/** The request succeeds without changing a stored row. */
	changesNothing?: true;
};

export type Command = {
	/** The name of the API call in the document. */
	call: string;
	/** The page that shows the form. */
	page: string;
	/** The fields to post to the page so that its response shows the form, as the form of a list does. */
	opens?: (twin: Twin) => Record<string, string>;
	/** The least role that may see the page, where the API call requires less. */
	pageRole?: Role;
	/** The command changes the banner, which all tests share. */
	changesBanner?: true;
	/** The command changes the test data, which exists only once. */
	changesTestData?: true;
	/** How to find the form among the page's forms: by its address, or by fields that it contains. */
	form: { action?: string; holds?: (twin: Twin) => Record<string, string> };
	/** Why the form's intent is not the call's own action. Left out when it is. */
	otherIntent?: string;
	/** The name of the form field that holds the idempotency key. */
	key?: string;
	/** Waits for work that continues after the form's response. */
	settled?: (twin: Twin) => Promise<void>;
	cases: readonly [Case, ...Case[]];
};

export const LONG = (length: number) => 'x'.repeat(length + 1);

export const nothing = () => ({});

export const GONE = { status: 303, because: 'what is gone already is what was wanted' };

export const own = (stage: Stage) => answerOf(stage, 'actor');

export const foreign = (stage: Stage) => answerOf(stage, 'other');

/** Returns the form fields that select one row of a list by its checkbox. */
export function select(id = ''): Record<string, string> {
	return { shown: id, ids: id };
}
