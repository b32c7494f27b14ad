import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium } from 'playwright';
import sharp from 'sharp';
import { darkColors as colors } from '~/app/ui/theme/palettes.ts';
import { getInvitePermissions } from '~/domain/discord/permissions.ts';
import { evaluateSetup, formatSetup } from '~/domain/setup.ts';
import { findBrowser } from '../e2e/support/browser.ts';
import { FONTS } from './fonts.ts';

/**
 * `npm run pictures`: draws the pictures of docs/install.md. The pages of Discord are drawings
 * of where to click. The sign-in page is a real one, of the Townbell on port 3000, or on `PORT` (`npm run demo`).
 */
const PICTURES = path.resolve(import.meta.dirname, '../../docs/pictures');
const WIDTH = 760;

const sans = (await readFile(path.join(FONTS, 'hanken-grotesk-400-600-basic.woff2'))).toString('base64');
const STYLE = `
@font-face { font-family: Hanken; font-weight: 400 600; src: url(data:font/woff2;base64,${sans}); }
* { box-sizing: border-box; margin: 0; }
body { width: ${WIDTH}px; padding: 20px; background: ${colors.page}; color: ${colors.text}; font: 16px/1.45 Hanken; }
.window { display: flex; border: 1px solid ${colors.lineStrong}; border-radius: 10px; overflow: hidden; background: ${colors.surface}; }
nav { width: 150px; padding: 14px 0; background: ${colors.sunken}; color: ${colors.subtle}; }
nav p { padding: 5px 18px; }
nav .here { background: ${colors.raised}; color: ${colors.text}; font-weight: 600; }
main { flex: 1; padding: 18px 20px; }
h2 { font-size: 17px; font-weight: 600; margin-bottom: 10px; }
.row { display: flex; align-items: center; gap: 12px; padding: 7px 0; }
.row .label { width: 130px; color: ${colors.muted}; }
.box { flex: 1; padding: 5px 12px; border: 1px solid ${colors.line}; border-radius: 6px; background: ${colors.field}; color: ${colors.subtle}; font-size: 14px; }
.button { padding: 5px 14px; border: 1px solid ${colors.lineStrong}; border-radius: 6px; }
.click { position: relative; border-color: ${colors.lantern}; box-shadow: 0 0 0 2px ${colors.lantern}; color: ${colors.text}; }
.number { display: inline-block; width: 26px; height: 26px; border-radius: 50%; background: ${colors.lantern}; color: ${colors.onLantern}; font-weight: 600; text-align: center; line-height: 26px; }
.switch { width: 44px; height: 24px; padding: 3px; border-radius: 12px; background: ${colors.lantern}; text-align: right; }
.switch i { display: inline-block; width: 18px; height: 18px; border-radius: 50%; background: ${colors.onLantern}; }
.hint { margin-top: 10px; color: ${colors.subtle}; font-size: 14px; }
.menus { display: flex; gap: 16px; }
.menu { flex: 1; padding: 12px; border: 1px solid ${colors.lineStrong}; border-radius: 10px; background: ${colors.raised}; }
.menu h2 { font-size: 15px; }
.menu p { padding: 5px 10px; border-radius: 6px; color: ${colors.muted}; }
.menu p.click { display: flex; justify-content: space-between; }
.menu small { display: block; margin-top: 10px; color: ${colors.lanternText}; font-size: 13px; }
pre { padding: 16px 18px; border: 1px solid ${colors.lineStrong}; border-radius: 10px; background: ${colors.sunken}; font: 13px/1.5 monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.ok { color: ${colors.success.text}; } .missing { color: ${colors.negative.text}; }`;

const number = (value: number) => `<span class="number">${value}</span>`;
const row = (label: string, content: string) =>
	`<div class="row"><span class="label">${label}</span>${content}</div>`;

function drawPortal(page: string, content: string): string {
	const pages = ['General', 'Installation', 'OAuth2', 'Bot'];
	const links = pages.map((name) => `<p${name === page ? ' class="here"' : ''}>${name}</p>`).join('');
	return `<div class="window"><nav>${links}</nav><main>${content}</main></div>
<p class="hint">A drawing of discord.com/developers/applications. The real page has more on it.</p>`;
}

const OAUTH2 = drawPortal(
	'OAuth2',
	`<h2>Client information</h2>
${row('Client ID', `<span class="box">1234567890123456789</span><span class="button click">Copy</span>${number(1)}`)}
${row('Client Secret', `<span class="box">hidden</span><span class="button click">Reset Secret</span>${number(2)}`)}
<h2 style="margin-top: 14px">Redirects</h2>
<div class="row"><span class="box click">https://games.example.org/api/auth/discord/callback</span>${number(3)}</div>
<div class="row"><span class="button click">Save Changes</span>${number(4)}</div>`,
);
const BOT = drawPortal(
	'Bot',
	`<h2>Token</h2>
<div class="row"><span class="box">hidden</span><span class="button click">Reset Token</span>${number(1)}</div>
<h2 style="margin-top: 14px">Privileged Gateway Intents</h2>
<div class="row"><span style="flex: 1">Server Members Intent</span><span class="switch click"><i></i></span>${number(2)}</div>
<div class="row"><span class="button click">Save Changes</span>${number(3)}</div>`,
);

const drawMenu = (title: string, entries: string[], last: string, variable: string) =>
	`<div class="menu"><h2>${title}</h2>${entries.map((entry) => `<p>${entry}</p>`).join('')}
<p class="click">${last}</p><small>${variable}</small></div>`;
const IDS = `<div class="menus">
${drawMenu('Right-click the server’s icon', ['Mark As Read', 'Server Settings'], 'Copy Server ID', 'DISCORD_GUILD_ID')}
${drawMenu('Right-click the role', ['View Role As', 'Delete'], 'Copy Role ID', 'DISCORD_REQUIRED_<wbr>ROLE_ID')}
${drawMenu('Right-click your name', ['Profile', 'Mention'], 'Copy User ID', 'ADMIN_DISCORD_IDS')}
</div><p class="hint">A drawing of three menus in Discord, with Developer Mode on.</p>`;

/** Returns what the check prints before the bot is on the server. */
function drawDoctor(): string {
	const callbackUrl = 'https://games.example.org/api/auth/discord/callback';
	const checks = evaluateSetup({
		problems: [],
		environment: {
			isProduction: true,
			appUrl: 'https://games.example.org',
			trustedProxies: 1,
			runsDiscordService: true,
			unreplaced: [],
		},
		database: {
			version: 170_000,
			canCreateTables: true,
			pendingMigrations: 1,
			unknownMigrations: [],
			isTooOld: false,
			readReplicas: [],
			admin: 'listed',
		},
		discord: {
			isTokenValid: true,
			areCredentialsValid: true,
			isInGuild: false,
			grantsMembersIntent: true,
			permissions: 'unknown',
			roleExists: 'unknown',
			isCommandRegistered: 'unknown',
			announcementChannel: null,
			eventRoles: [],
			gateway: null,
			callbackUrl,
			inviteUrl: '',
			application: { isOwn: true, redirectUris: [callbackUrl] },
		},
	});
	const invite = new URLSearchParams({
		client_id: '1234567890123456789',
		scope: 'bot applications.commands',
		permissions: String(getInvitePermissions(false)),
		guild_id: '9876543210987654321',
	});
	const text = formatSetup(checks, `https://discord.com/oauth2/authorize?${invite}`)
		.trim()
		.replace(/^✓.*$/gm, '<span class="ok">$&</span>')
		.replace(/^✗.*$/gm, '<span class="missing">$&</span>');
	return `<pre>${text}</pre>`;
}

async function save(name: string, png: Buffer): Promise<void> {
	const file = path.join(PICTURES, `install-${name}.png`);
	const small = await sharp(png)
		.png({ palette: true, colours: 64, compressionLevel: 9, effort: 10 })
		.toBuffer();
	await writeFile(file, small);
	console.log(`${path.relative('.', file)} ${Math.ceil(small.byteLength / 1000)} kB`);
}

async function draw(browser: Browser, name: string, body: string): Promise<void> {
	const page = await browser.newPage({ viewport: { width: WIDTH, height: 200 } });
	await page.setContent(`<!doctype html><meta charset="utf-8"><style>${STYLE}</style>${body}`);
	await page.evaluate(() => document.fonts.load('16px Hanken'));
	await save(name, await page.screenshot({ fullPage: true }));
	await page.close();
}

const browser = await chromium.launch(await findBrowser());
try {
	await draw(browser, 'oauth2', OAUTH2);
	await draw(browser, 'bot', BOT);
	await draw(browser, 'ids', IDS);
	await draw(browser, 'doctor', drawDoctor());
	const page = await browser.newPage({ viewport: { width: WIDTH, height: 520 }, colorScheme: 'dark' });
	await page.goto(`http://localhost:${process.env.PORT ?? 3000}/login`, { waitUntil: 'networkidle' });
	await save('sign-in', await page.screenshot());
} finally {
	await browser.close();
}
