import type { Role } from '~/domain/users/roles.ts';
import type { FormValues } from '../forms.ts';
import { createPlaceOf, createSignupOf, type Scenario } from '../scenario.ts';

/** A scenario with the ids that a case has created; `ids` also fill the addresses. */
export type PreparedCase = Scenario & { ids: Record<string, string> };

export type Case = {
	name: string;
	/** The actor's role: player, unless the command needs more. */
	actorRole?: Role;
	/** Creates the rows that the case is about and returns their ids. */
	prepare?: (scenario: Scenario) => Promise<Record<string, string>> | Record<string, string>;
	/** Buttons of the form that are pressed first, one after the other. */
	presses?: (prepared: PreparedCase) => FormValues[];
	values?: (prepared: PreparedCase) => FormValues;
	body?: (prepared: PreparedCase) => object;
	/** A change that happens between reading the page and sending its form, and before the API call. */
	changeBeforeSubmit?: (prepared: PreparedCase) => Promise<unknown> | unknown;
	/** The role of the user who is shown the form that the actor sends. The default is the actor. */
	viewerRole?: Role;
	/** The status of the expected refusal. Without it, the request succeeds. */
	refusalStatus?: number;
	/** What the page says instead of the refusal's text, because it shows the current state. */
	pageText?: string;
	/** What the page does instead, where the specification requires that, and why. */
	pageOutcome?: { status: number; reason: string };
	/** The request succeeds without changing a stored row. */
	changesNothing?: true;
};

export type ParityCommand = {
	/** The name of the API call in the document. */
	call: string;
	/** The page that shows the form. */
	page: string;
	/** The fields to post to the page so that its response shows the form, as the form of a list does. */
	openingFields?: (prepared: PreparedCase) => Record<string, string>;
	/** The least role that may see the page, where the API call requires less. */
	pageRole?: Role;
	/** The command changes the settings, which all tests share. */
	changesSettings?: true;
	/** The command changes the test data, which exists only once. */
	changesTestData?: true;
	/** How to find the form among the page's forms: by its address, or by fields that it contains. */
	form: { action?: string; contains?: (prepared: PreparedCase) => Record<string, string> };
	/** Why the form's intent is not the call's own action. Left out when it is. */
	otherIntent?: string;
	/** The name of the form field that holds the idempotency key. */
	key?: string;
	/** Waits for work that continues after the form's response. */
	waitUntilDone?: (prepared: PreparedCase) => Promise<void>;
	cases: readonly [Case, ...Case[]];
};

export const makeTooLong = (length: number) => 'x'.repeat(length + 1);

export const makeEmptyBody = () => ({});

export const ALREADY_DELETED = { status: 303, reason: 'the row is already deleted, as the user wanted' };

export const createOwnSignup = (scenario: Scenario) => createSignupOf(scenario, 'actor');

export const createOtherSignup = (scenario: Scenario) => createSignupOf(scenario, 'other');

export const createOwnPlace = (scenario: Scenario) => createPlaceOf(scenario, 'actor');

export const createOtherPlace = (scenario: Scenario) => createPlaceOf(scenario, 'other');

/** Returns the form fields that select one row of a list by its checkbox. */
export function selectRow(id = ''): Record<string, string> {
	return { shown: id, ids: id };
}
