import { expect, test } from '@playwright/test';
import { getFailureTitle, UNKNOWN_FORM } from '~/app/shell/failed-forms.ts';
import { listAddresses, listIntents } from './support/addresses.ts';
import { listSteps } from './support/plain-steps.ts';

/** Addresses without a page: API calls, probes, files and redirects. */
const NO_PAGE =
	/^\/(api(?!\/docs)|scenery|images|previews|live|calendar|healthz|readyz|metrics|logout|theme)\b|^\/\*$|\.ics$|\/(export|runs)\b/;
/** Addresses whose action only refuses. */
const NO_FORM = /^\/(api|images|live|calendar|\*)|\.ics$/;

test('the tests without script open every page and send every form successfully', () => {
	const steps = listSteps();
	const accepted = steps.filter(({ method }) => method === 'POST');
	const openedAddresses = new Set(steps.map(({ address }) => address));
	const postedAddresses = new Set(accepted.map(({ address }) => address));
	const intents = new Set(accepted.map(({ intent }) => intent));
	const addresses = listAddresses();
	const pages = addresses.filter(({ address }) => !NO_PAGE.test(address));
	const forms = addresses.filter(({ address, takesForms }) => takesForms && !NO_FORM.test(address));
	expect({
		pages: pages.map(({ address }) => address).filter((address) => !openedAddresses.has(address)),
		forms: forms.map(({ address }) => address).filter((address) => !postedAddresses.has(address)),
		intents: listIntents().filter((intent) => !intents.has(intent)),
	}).toEqual({ pages: [], forms: [], intents: [] });
});

test('every form has its own text for a failure', () => {
	expect(listIntents().filter((intent) => getFailureTitle(intent, '/') === UNKNOWN_FORM)).toEqual([]);
});
