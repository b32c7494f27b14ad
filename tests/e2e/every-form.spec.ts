import { expect, test } from '@playwright/test';
import { listAddresses, listIntents } from './support/addresses.ts';
import { listSteps } from './support/plain-steps.ts';

/** Addresses without a page: API calls, probes, files and redirects. */
const NO_PAGE =
	/^\/(api(?!\/docs)|scenery|images|healthz|readyz|metrics|logout|theme)\b|^\/\*$|\/(export|runs)\b/;
/** Addresses whose action only refuses. */
const NO_FORM = /^\/(api|images|\*)/;

test('without script every page was opened, and every form was sent and taken', () => {
	const steps = listSteps();
	const taken = steps.filter(({ method }) => method === 'POST');
	const opened = new Set(steps.map(({ address }) => address));
	const posted = new Set(taken.map(({ address }) => address));
	const intents = new Set(taken.map(({ intent }) => intent));
	const addresses = listAddresses();
	const pages = addresses.filter(({ address }) => !NO_PAGE.test(address));
	const forms = addresses.filter(({ address, takesForms }) => takesForms && !NO_FORM.test(address));
	expect({
		pages: pages.map(({ address }) => address).filter((address) => !opened.has(address)),
		forms: forms.map(({ address }) => address).filter((address) => !posted.has(address)),
		intents: listIntents().filter((intent) => !intents.has(intent)),
	}).toEqual({ pages: [], forms: [], intents: [] });
});
