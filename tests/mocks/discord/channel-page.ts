import { type HttpHandler, HttpResponse, http } from 'msw';
import { escapeHtml } from './authorize-page.ts';
import { ANNOUNCEMENT_CHANNEL_ID, type StandInChannel } from './channels.ts';
import { drawAvatar } from './draw-avatar.ts';
import { type Component, type EmbedBody, type StandInMessage, toMessageObject } from './messages.ts';
import type { Modal } from './modals.ts';
import { toBotUserObject, toRoleObjects } from './objects.ts';
import type { StandInState, StandInUser } from './state.ts';

const LINK = 5;
const BUTTON_CLASSES: Record<number, string> = { 1: 'blurple', 3: 'green', 4: 'red' };
const FOLLOW_SECONDS = 2;
const FAILED = 'This interaction failed.';

/** What a page shows: a channel, as one member sees it. */
type View = { state: StandInState; viewer: StandInUser; channel: StandInChannel; isFollowing: boolean };

const redirectTo = (location: string): HttpResponse<null> =>
	new HttpResponse(null, { status: 303, headers: { Location: location } });

/**
 * Creates the handlers of a small page that replaces Discord's client in the demo: the channels as a chosen member sees
 * them, with buttons and modals that work. It has plain forms and no script.
 */
export function createChannelPageHandlers(state: StandInState, origin: string): HttpHandler[] {
	const submit = (path: string, run: (form: FormData, userId: string) => Promise<string>) =>
		http.post(`${origin}/channels/:channel/${path}`, async ({ request, params }) => {
			const form = await request.formData();
			const userId = String(form.get('as'));
			const end = await run(form, userId).catch(() => `&notice=${encodeURIComponent(FAILED)}`);
			const follow = form.has('follow') ? '&follow=1' : '';
			const location = `/channels/${params.channel}?as=${encodeURIComponent(userId)}${follow}${end}`;
			return redirectTo(location);
		});
	return [
		http.get(`${origin}/channels`, () => redirectTo(`/channels/${ANNOUNCEMENT_CHANNEL_ID}`)),
		http.get(`${origin}/channels/:channel`, ({ request, params }) => {
			const query = new URL(request.url).searchParams;
			const viewer = state.users.get(query.get('as') ?? '') ?? [...state.users.values()][0];
			const channel =
				params.channel === '@me' && viewer
					? state.channels.openDirectMessages(viewer.discordId)
					: state.channels.find(String(params.channel));
			if (!channel || !viewer) return createPage('Unknown channel', '<p>There is no such channel.</p>', 404);
			const view = { state, viewer, channel, isFollowing: query.has('follow') };
			const modal = state.interactions.findModal(query.get('modal') ?? '');
			return renderChannel(view, modal, query.get('notice'));
		}),
		submit('press', async (form, userId) => {
			const press = { userId, messageId: String(form.get('message')), customId: String(form.get('button')) };
			const { modal, messageId } = await state.press(press);
			return modal ? `&modal=${modal.id}#modal` : `#m${messageId}`;
		}),
		submit('modal', async (form, userId) => {
			const modalId = String(form.get('modal'));
			const inputs = state.interactions.findModal(modalId)?.inputs ?? [];
			// Browsers send line breaks of a form as two characters.
			const read = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n');
			const values = Object.fromEntries(inputs.map(({ customId }) => [customId, read(customId)]));
			return `#m${(await state.submitModal({ userId, modalId, values })).messageId}`;
		}),
	];
}

function renderChannel(view: View, modal: Modal | null, notice: string | null): Response {
	const { state, viewer, channel, isFollowing } = view;
	const isOpen =
		channel.recipientId === null ? viewer.member !== null : channel.recipientId === viewer.discordId;
	const messages = isOpen ? state.channels.listMessages(channel.id, viewer.discordId) : [];
	const title = channel.recipientId === null ? `# ${channel.name}` : '@Townbell';
	const empty = isOpen ? 'No messages yet.' : 'This member cannot see this channel.';
	const body = `<header>
<form><label>You are <select name="as">${[...state.users.values()].map((user) => renderOption(user, viewer)).join('')}</select></label>
<button>Show</button></form>
<nav aria-label="Channels">${renderChannelLinks(view)}</nav>
</header>
<main>
<h1>${escapeHtml(title)}</h1>
<p><a href="${toAddress(view, channel.id, !isFollowing)}">${isFollowing ? 'Stop following' : `Follow: reload every ${FOLLOW_SECONDS} seconds`}</a>
<a href="${toAddress(view, channel.id)}">Reload</a></p>
${notice ? `<p role="alert">${escapeHtml(notice)}</p>` : ''}
${messages.map((message) => renderMessage(view, message)).join('\n') || `<p>${empty}</p>`}
${modal ? renderModal(view, modal) : ''}
</main>`;
	return createPage(title, body, 200, isFollowing && !modal);
}

function toAddress({ viewer, isFollowing }: View, channelId: string, follows = isFollowing): string {
	return `/channels/${channelId}?as=${viewer.discordId}${follows ? '&amp;follow=1' : ''}`;
}

function renderOption(user: StandInUser, viewer: StandInUser): string {
	const isChosen = user.discordId === viewer.discordId;
	return `<option value="${user.discordId}"${isChosen ? ' selected' : ''}>${escapeHtml(getName(user))}</option>`;
}

const getName = (user: StandInUser) => user.member?.nick ?? user.globalName ?? user.username;

function renderChannelLinks(view: View): string {
	const { state, channel } = view;
	const textChannels = state.channels.list().filter(({ type }) => type === 0 || type === 5);
	const links = textChannels.map(({ id, name }) => [id, `# ${name}`]);
	if (channel.parentId !== null) links.push([channel.id, `Thread: ${channel.name}`]);
	return [...links, ['@me', 'Direct messages']]
		.map(([id = '', name = '']) => {
			const current =
				id === channel.id || (id === '@me' && channel.recipientId) ? ' aria-current="page"' : '';
			return `<a href="${toAddress(view, id)}"${current}>${escapeHtml(name)}</a>`;
		})
		.join('\n');
}

function renderMessage(view: View, message: StandInMessage): string {
	const { state } = view;
	const { embeds, attachments, mention_everyone: isForAll } = toMessageObject(state, message);
	const thread = message.threadId ? state.channels.find(message.threadId) : undefined;
	return `<article id="m${message.id}"${isForAll || message.mentionedUserIds.includes(view.viewer.discordId) ? ' class="mentioned"' : ''}>
<span class="avatar" aria-hidden="true">${drawAvatar(state.guild.botUserId)}</span>
<div>
<p><b>${toBotUserObject(state).username}</b> <small>App · ${formatTime(message.createdAt, 't')}${message.editedAt ? ' (edited)' : ''}</small></p>
${message.content ? `<div class="content">${renderText(state, message.content)}</div>` : ''}
${embeds.map((embed) => renderEmbed(state, embed)).join('')}
${attachments.map(({ url, filename }) => `<img src="${escapeHtml(new URL(url).pathname)}" alt="${escapeHtml(filename)}">`).join('')}
${message.components.map((row) => renderRow(view, message, row)).join('')}
${thread ? `<p><a href="${toAddress(view, thread.id)}">Thread: ${escapeHtml(thread.name)}</a></p>` : ''}
${message.ephemeralFor === null ? '' : '<p><small>Only you can see this</small></p>'}
</div>
</article>`;
}

function renderEmbed(state: StandInState, embed: EmbedBody): string {
	const { title, url, description, fields, image, footer, color } = embed;
	const heading = title ? renderText(state, title) : '';
	const colorCode = (color ?? 0x4a4f68).toString(16).padStart(6, '0');
	return `<section class="embed" style="border-color: #${colorCode}">
${heading ? `<h2>${url ? `<a href="${escapeHtml(url)}">${heading}</a>` : heading}</h2>` : ''}
${description ? `<div class="content">${renderText(state, description)}</div>` : ''}
${fields?.length ? `<dl>${fields.map(({ name, value, inline }) => `<div${inline ? '' : ' class="wide"'}><dt>${renderText(state, name)}</dt><dd class="content">${renderText(state, value)}</dd></div>`).join('')}</dl>` : ''}
${image?.url ? `<img src="${escapeHtml(toImageAddress(state, image.url))}" alt="">` : ''}
${footer?.text ? `<p><small>${escapeHtml(footer.text)}</small></p>` : ''}
</section>`;
}

/** The page has another origin than the addresses of uploaded files. */
const toImageAddress = (state: StandInState, url: string) =>
	url.startsWith(state.cdnUrl) ? url.slice(state.cdnUrl.length) : url;

function renderRow(view: View, message: StandInMessage, { components = [] }: Component): string {
	const buttons = components.map(({ label, style = 2, url, custom_id: customId, disabled }) => {
		const text = escapeHtml(label ?? '');
		if (style === LINK) return `<a class="button" href="${escapeHtml(url ?? '')}">${text}</a>`;
		const name = BUTTON_CLASSES[style] ?? 'gray';
		const value = escapeHtml(customId ?? '');
		return `<button class="${name}" name="button" value="${value}"${disabled ? ' disabled' : ''}>${text}</button>`;
	});
	return `<form class="row" method="post" action="/channels/${message.channelId}/press">${renderHidden(view)}
<input type="hidden" name="message" value="${message.id}">
${buttons.join('\n')}</form>`;
}

const renderHidden = ({ viewer, isFollowing }: View) =>
	`<input type="hidden" name="as" value="${viewer.discordId}">${isFollowing ? '<input type="hidden" name="follow" value="1">' : ''}`;

function renderModal(view: View, { id, title, inputs }: Modal): string {
	const fields = inputs.map(
		({ customId, label, value, maxLength, required }) =>
			`<label>${escapeHtml(label)}<textarea name="${escapeHtml(customId)}" maxlength="${maxLength}"${required ? ' required' : ''} rows="4">
${escapeHtml(value)}</textarea></label>`,
	);
	return `<section id="modal" aria-labelledby="modal-title">
<h2 id="modal-title">${escapeHtml(title)}</h2>
<form method="post" action="/channels/${view.channel.id}/modal">${renderHidden(view)}
<input type="hidden" name="modal" value="${id}">${fields.join('')}
<p class="row"><button class="blurple">Submit</button> <a class="button" href="${toAddress(view, view.channel.id)}">Cancel</a></p>
</form>
</section>`;
}

/** An escaped character, a timestamp, a mention, a link, formatted text or code. */
const MARKDOWN =
	/\\([^a-zA-Z\d\s])|<t:(\d+)(?::([tTdDfFR]))?>|<@&(\d+)>|<@!?(\d+)>|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)|<(https?:\/\/[^\s>]+)>|(https?:\/\/[^\s<]+)|\*\*((?:\\.|[^*\\])+)\*\*|[*_]((?:\\.|[^*_\\])+)[*_]|~~((?:\\.|[^~\\])+)~~|`([^`]+)`/g;

/** Renders text as Discord's client does, as far as our messages need it. */
function renderText(state: StandInState, text: string): string {
	let html = '';
	let end = 0;
	for (const match of text.matchAll(MARKDOWN)) {
		html += escapeHtml(text.slice(end, match.index)) + renderMatch(state, match);
		end = match.index + match[0].length;
	}
	return html + escapeHtml(text.slice(end));
}

function renderMatch(state: StandInState, match: RegExpMatchArray): string {
	const [
		,
		literal,
		seconds,
		style,
		roleId,
		userId,
		linkText,
		linkUrl,
		quietUrl,
		url,
		bold,
		italic,
		struck,
		code,
	] = match;
	const render = (text: string) => renderText(state, text);
	if (literal) return escapeHtml(literal);
	if (seconds) return formatTime(new Date(Number(seconds) * 1000), style ?? 'f');
	if (roleId) {
		const role = toRoleObjects(state).find(({ id }) => id === roleId);
		return `<span class="mention">@${escapeHtml(role?.name ?? 'unknown-role')}</span>`;
	}
	if (userId) {
		const user = state.users.get(userId);
		return `<span class="mention">@${escapeHtml(user ? getName(user) : 'unknown-user')}</span>`;
	}
	const address = linkUrl ?? quietUrl ?? url;
	if (address)
		return `<a href="${escapeHtml(address)}">${linkText ? render(linkText) : escapeHtml(address)}</a>`;
	if (bold) return `<b>${render(bold)}</b>`;
	if (italic) return `<i>${render(italic)}</i>`;
	return struck ? `<s>${render(struck)}</s>` : `<code>${escapeHtml(code ?? '')}</code>`;
}

const TIME_FORMATS: Record<string, Intl.DateTimeFormatOptions> = {
	t: { timeStyle: 'short' },
	T: { timeStyle: 'medium' },
	d: { dateStyle: 'short' },
	D: { dateStyle: 'long' },
	f: { dateStyle: 'long', timeStyle: 'short' },
	F: { dateStyle: 'full', timeStyle: 'short' },
};
const UNITS = [
	['year', 31_536_000],
	['month', 2_592_000],
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
	['second', 1],
] as const;

/** Formats a timestamp in the time zone of this machine, which is that of the demo's reader. */
function formatTime(date: Date, style: string): string {
	const seconds = Math.round((date.getTime() - Date.now()) / 1000);
	const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
	const text =
		style === 'R'
			? new Intl.RelativeTimeFormat('en-US').format(Math.trunc(seconds / size), unit)
			: new Intl.DateTimeFormat('en-US', TIME_FORMATS[style]).format(date);
	return `<time datetime="${date.toISOString()}">${text}</time>`;
}

function createPage(title: string, body: string, status: number, reloads = false): Response {
	const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${reloads ? `<meta http-equiv="refresh" content="${FOLLOW_SECONDS}">` : ''}
<title>${escapeHtml(title)} · Discord stand-in</title>
<style>
:root { color-scheme: dark; }
body { margin: 0; background: #1a1c26; color: #eceef5; font: 16px/1.45 system-ui, sans-serif; }
header, main { width: min(48rem, 100% - 2rem); margin: 1rem auto; }
header form, nav, .row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .5rem 0; }
h1 { font-size: 1.25rem; } h2 { font-size: 1.05rem; margin: 0 0 .4rem; } p { margin: .25rem 0; }
a { color: #9db4ff; } nav a, main > p a { display: inline-block; padding: .6rem .4rem; } nav a[aria-current] { color: #eceef5; font-weight: 600; }
small { color: #c6cadb; }
button, select, textarea, .button { font: inherit; color: #fff; min-height: 44px; padding: .5rem 1rem; box-sizing: border-box; border: 1px solid #5a607d; border-radius: 8px; background: #3a3f55; text-decoration: none; display: inline-flex; align-items: center; }
button { cursor: pointer; } button:disabled { opacity: .5; cursor: not-allowed; }
.blurple { background: #4752c4; } .green { background: #1f7a45; } .red { background: #b3343a; }
:focus-visible { outline: 3px solid #f2c46d; outline-offset: 2px; }
article { display: grid; grid-template-columns: 44px 1fr; gap: .75rem; padding: .75rem; border-radius: 8px; }
article:target { background: #242736; } .mentioned { background: #3a3320; }
.avatar svg { width: 44px; height: 44px; border-radius: 50%; }
.content { white-space: pre-wrap; overflow-wrap: anywhere; }
.embed { margin: .5rem 0; padding: .75rem 1rem; border-left: 4px solid; border-radius: 6px; background: #242736; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: .5rem 0; } .wide { grid-column: 1 / -1; } dt { font-weight: 600; } dd { margin: 0; }
img { max-width: 100%; border-radius: 6px; } .mention { padding: 0 .2em; border-radius: 4px; background: #3b4170; }
#modal { position: sticky; bottom: 1rem; padding: 1rem; border: 1px solid #5a607d; border-radius: 10px; background: #2d3144; }
#modal label { display: grid; gap: .3rem; }
</style>
</head>
<body>
${body}
</body>
</html>`;
	return new HttpResponse(html, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}
