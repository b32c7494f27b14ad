import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Returns discord.js. It is loaded by the first call, because loading it would delay the start of the server by about
 * a tenth of a second, and most pages never use it.
 */
export const loadDiscordJs = (): typeof import('discord.js') => require('discord.js');
