import { PERSONAS } from '~/seeds/personas.ts';
import { type Browser, createBrowser, type Page, readForms } from './browser.ts';

type Signup = { event_id: string; event_title: string; event_date: string; status: string };
/** What was answered. The night is known by title and date: titles repeat weekly, and ids need not survive a reset. */
export type Answer = { night: string; before: string | null; after: string };

const persona = PERSONAS.player;

/** Signs in as the demo's player, by the links and forms that a person without script would use. */
export async function signIn(origin: string): Promise<Browser> {
	const browser = createBrowser(origin);
	const authorize = await browser.open('/api/auth/discord');
	if (new URL(authorize.url).origin === origin)
		throw new Error(`sign-in led to ${authorize.url}, not to Discord`);
	const landed = await choosePersona(browser, authorize);
	if (new URL(landed.url).origin !== origin)
		throw new Error(`after Discord the browser stands at ${landed.url}`);
	const me = await browser.open('/api/auth/me');
	if (me.status !== 200 || !me.html.includes(persona.discordId)) {
		throw new Error(`not signed in: /api/auth/me answered ${me.status} ${me.html.slice(0, 200)}`);
	}
	return browser;
}

async function choosePersona(browser: Browser, page: Page): Promise<Page> {
	for (const form of readForms(page)) {
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

/** What the player has answered for that night, or null. */
export async function readStatus(browser: Browser, night: string): Promise<string | null> {
	return (await readSignups(browser)).find((signup) => nightOf(signup) === night)?.status ?? null;
}

const nightOf = ({ event_title, event_date }: Signup) => `${event_title} ${event_date}`;

async function readSignups(browser: Browser): Promise<Signup[]> {
	const page = await browser.open('/api/events/user/signups');
	if (page.status !== 200) throw new Error(`/api/events/user/signups answered ${page.status}`);
	return JSON.parse(page.html) as Signup[];
}

/** Answers the first event of the list by its plain form, with another status than the one that stands there. */
export async function signUp(browser: Browser): Promise<Answer> {
	const list = await browser.open('/events');
	const form = readForms(list).find(
		({ fields, buttons }) =>
			fields.has('eventId') &&
			(fields.get('intent') === 'signups.put' || buttons.some(({ value }) => value === 'signups.put')),
	);
	const eventId = form?.fields.get('eventId');
	if (!form || !eventId) throw new Error(`the events list (${list.status}) has no signup form`);
	const before =
		(await readSignups(browser)).find(({ event_id }) => String(event_id) === eventId)?.status ?? null;
	const after = before === 'tentative' ? 'late' : 'tentative';
	form.fields.set('intent', 'signups.put');
	form.fields.set('status', after);
	const answered = await browser.open(form.action, form.fields);
	if (answered.status !== 200) throw new Error(`signing up answered ${answered.status}`);
	const signup = (await readSignups(browser)).find(({ event_id }) => String(event_id) === eventId);
	if (signup?.status !== after) throw new Error(`signed up as ${after}, but the list says ${signup?.status}`);
	return { night: nightOf(signup), before, after };
}
