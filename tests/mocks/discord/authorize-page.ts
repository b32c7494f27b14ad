import { createNameFilter } from '~/domain/fold-text.ts';
import { getPersonaName, PERSONA_LIST, type PersonaKind } from '~/seeds/personas.ts';
import { drawAvatar } from './draw-avatar.ts';
import type { StandInState, StandInUser } from './state.ts';

const DESCRIPTIONS: Record<PersonaKind, string> = {
	admin: 'Admin: manages everything',
	creator: 'Creator: creates events and groups',
	storyteller: 'Storyteller: leads games',
	player: 'Player: signs up and plays',
	'no-role': 'On the server, but without the required role: cannot sign in',
	stranger: 'Not on the server: cannot sign in',
};

/** Renders the page that replaces Discord's authorization screen: one button per persona, without JavaScript. */
export function renderAuthorizePage(state: StandInState, query: URLSearchParams): string {
	const find = query.get('find') ?? '';
	const hidden = [...query]
		.filter(([key]) => key !== 'find')
		.map(([key, value]) => `<input type="hidden" name="${escapeHtml(key)}" value="${escapeHtml(value)}">`)
		.join('');
	const users = [...state.users.values()];
	const isFound = createNameFilter(find);
	const found = users.filter((user) => isFound(getPersonaName(user)));
	const first = find === '' ? users.filter(({ discordId }) => PERSONA_IDS.has(discordId)) : found;
	const others = users.filter((user) => !first.includes(user));
	const renderList = (list: readonly StandInUser[]) => `<ul>${list.map(renderPersonaButton).join('\n')}</ul>`;
	const search = `<form method="get" role="search">${hidden}
<label>Find a member <input type="search" name="find" value="${escapeHtml(find)}"></label> <button>Find</button></form>`;
	const more = `<details><summary>${others.length} more members</summary>${renderList(others)}</details>`;
	return renderPage(
		'Choose who you are',
		`<h1>Choose who you are</h1>
<p><strong>${escapeHtml(state.guild.name)}</strong> asks who is signing in. This page replaces Discord. The accounts are not real.</p>
${users.length > first.length || find !== '' ? search : ''}
<form method="get">${hidden}
${first.length > 0 ? renderList(first) : '<p>No one by that name.</p>'}
${find === '' && others.length > 0 ? more : ''}
<button class="cancel" name="cancel" value="1">Cancel</button>
</form>`,
	);
}

/** Those with a role come first. */
const PERSONA_IDS = new Set(PERSONA_LIST.map(({ discordId }) => discordId));

/** Renders the page that Discord shows for an invalid authorization request. */
export function renderBadRequestPage(text: string): string {
	return renderPage('Sign-in refused', `<h1>Sign-in refused</h1><p>${escapeHtml(text)}.</p>`);
}

/** Escapes a text for HTML content and attributes. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function renderPersonaButton(user: StandInUser): string {
	const name = getPersonaName(user);
	return `<li><button name="persona" value="${escapeHtml(user.discordId)}">
<span class="avatar" aria-hidden="true">${drawAvatar(user.discordId)}</span>
<span><b>${escapeHtml(name)}</b><small>${DESCRIPTIONS[user.kind]}</small></span>
</button></li>`;
}

function renderPage(title: string, body: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #1a1c26; color: #eceef5; font: 16px/1.5 system-ui, sans-serif; }
main { width: min(30rem, 100% - 2rem); margin: 2rem 0; padding: 1.75rem; box-sizing: border-box; border: 1px solid #3a3e52; border-radius: 14px; background: #242736; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; }
p { margin: 0 0 1.25rem; color: #c6cadb; }
ul { list-style: none; margin: 0 0 1rem; padding: 0; display: grid; gap: .5rem; }
button { font: inherit; color: inherit; cursor: pointer; min-height: 44px; border-radius: 10px; border: 1px solid #4a4f68; background: #2d3144; }
li button { width: 100%; padding: .6rem .8rem; display: flex; gap: .85rem; align-items: center; text-align: left; }
button:hover { background: #383d55; }
button:focus-visible { outline: 3px solid #f2c46d; outline-offset: 2px; }
span { display: grid; } small { color: #c6cadb; } .avatar svg { width: 44px; height: 44px; border-radius: 50%; }
.cancel { padding: .4rem 1.2rem; background: none; }
[role=search] { margin: 0 0 1rem; } [role=search] button { padding: 0 1rem; } details { margin: 0 0 1rem; } summary { padding: .6rem 0; cursor: pointer; }
input { font: inherit; min-height: 42px; padding: 0 .6rem; border: 1px solid #4a4f68; border-radius: 10px; background: #1a1c26; color: inherit; }
</style>
</head>
<body><main>
${body}
</main></body>
</html>`;
}
