import { PERSONAS } from '~/seeds/personas.ts';
import { createBrowser, type Page, type PlainBrowser, parseForms } from './browser.ts';

type Signup = { event_id: string; event_title: string; event_date: string; status: string };
/** A changed signup. The event is identified by title and date: titles repeat weekly, and a reset can change ids. */
export type SignupChange = { event: string; before: string | null; after: string };

const persona = PERSONAS.player;

/** Signs in as the demo's player, by the links and forms that a browser without JavaScript uses. */
export async function signIn(origin: string): Promise<PlainBrowser> {
	const browser = createBrowser(origin);
	const authorize = await browser.open('/api/auth/discord');
	if (new URL(authorize.url).origin === origin)
		throw new Error(`sign-in led to ${authorize.url}, not to Discord`);
	const landingPage = await choosePersona(browser, authorize);
	if (new URL(landingPage.url).origin !== origin)
		throw new Error(`after Discord the browser is at ${landingPage.url}`);
	const me = await browser.open('/api/auth/me');
	if (me.status !== 200 || !me.html.includes(persona.discordId)) {
		throw new Error(`not signed in: /api/auth/me returned ${me.status} ${me.html.slice(0, 200)}`);
	}
	return browser;
}

async function choosePersona(browser: PlainBrowser, page: Page): Promise<Page> {
	for (const form of parseForms(page)) {
		const button = form.buttons.find(({ value }) => value === persona.discordId);
		if (!button) continue;
		form.fields.set(button.name, button.value);
		if (form.method === 'post') return browser.open(form.action, form.fields);
		const address = new URL(form.action);
		address.search = form.fields.toString();
		return browser.open(address.href);
	}
	throw new Error(`the authorize page (${page.status}) has no button for ${persona.username}`);
}

/** Returns the player's signup status for an event, or null. */
export async function findSignupStatus(browser: PlainBrowser, event: string): Promise<string | null> {
	return (await listSignups(browser)).find((signup) => getEventKey(signup) === event)?.status ?? null;
}

const getEventKey = ({ event_title, event_date }: Signup) => `${event_title} ${event_date}`;

async function listSignups(browser: PlainBrowser): Promise<Signup[]> {
	const page = await browser.open('/api/events/user/signups');
	if (page.status !== 200) throw new Error(`/api/events/user/signups returned ${page.status}`);
	return JSON.parse(page.html) as Signup[];
}

/** Signs up for the first event of the list by its plain form, with a status other than the current one. */
export async function signUp(browser: PlainBrowser): Promise<SignupChange> {
	const list = await browser.open('/events');
	const form = parseForms(list).find(
		({ fields, buttons }) =>
			fields.has('eventId') &&
			(fields.get('intent') === 'signups.put' || buttons.some(({ value }) => value === 'signups.put')),
	);
	const eventId = form?.fields.get('eventId');
	if (!form || !eventId) throw new Error(`the events list (${list.status}) has no signup form`);
	const before =
		(await listSignups(browser)).find(({ event_id }) => String(event_id) === eventId)?.status ?? null;
	const after = before === 'tentative' ? 'late' : 'tentative';
	form.fields.set('intent', 'signups.put');
	form.fields.set('status', after);
	const response = await browser.open(form.action, form.fields);
	if (response.status !== 200) throw new Error(`signing up returned ${response.status}`);
	const signup = (await listSignups(browser)).find(({ event_id }) => String(event_id) === eventId);
	if (signup?.status !== after) throw new Error(`signed up as ${after}, but the list says ${signup?.status}`);
	return { event: getEventKey(signup), before, after };
}
