import { expect, test } from 'vitest';
import { getPersonaName, PERSONA_LIST } from '~/seeds/personas.ts';
import { renderAuthorizePage } from './authorize-page.ts';
import { createDiscordStandIn } from './stand-in.ts';

test('each persona is shown by the name that the demo prints', () => {
	const { state } = createDiscordStandIn();
	const page = renderAuthorizePage(state, new URLSearchParams());
	const names = [...page.matchAll(/<b>([^<]*)<\/b>/g)].map(([, name]) => name);
	expect(names).toEqual(expect.arrayContaining(PERSONA_LIST.map(getPersonaName)));
});
