import { escapeHtml } from './authorize-page.ts';
import { MESSAGE_COMMAND } from './commands.ts';
import { drawAvatar } from './draw-avatar.ts';
import {
	type Component,
	type EmbedBody,
	type SelectOption,
	type StandInMessage,
	toMessageObject,
} from './messages.ts';
import { toBotUserObject } from './objects.ts';
import { formatTime, renderText } from './page-markdown.ts';
import { hasCommands, renderHidden, toAddress, type View } from './page-view.ts';
import type { StandInState } from './state.ts';

const LINK = 5;
const STRING_SELECT = 3;
const BUTTON_CLASSES: Record<number, string> = { 1: 'blurple', 3: 'green', 4: 'red' };

/** Renders a message of the bot with its embeds, files, buttons and selects. */
export function renderMessage(view: View, message: StandInMessage): string {
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
${message.ephemeralFor === null ? renderMenu(view, message) : '<p><small>Only you can see this</small></p>'}
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
	const select = components.find(({ type }) => type === STRING_SELECT);
	if (select) return renderForm(view, message, 'select', renderSelect(select));
	const buttons = components.map(({ label, style = 2, url, custom_id: customId, disabled }) => {
		const text = escapeHtml(label ?? '');
		if (style === LINK) return `<a class="button" href="${escapeHtml(url ?? '')}">${text}</a>`;
		const name = BUTTON_CLASSES[style] ?? 'gray';
		const value = escapeHtml(customId ?? '');
		return `<button class="${name}" name="button" value="${value}"${disabled ? ' disabled' : ''}>${text}</button>`;
	});
	return renderForm(view, message, 'press', buttons.join('\n'));
}

const renderForm = (view: View, message: StandInMessage, action: string, content: string) =>
	`<form class="row" method="post" action="/channels/${message.channelId}/${action}">${renderHidden(view)}
<input type="hidden" name="message" value="${message.id}">
${content}</form>`;

/** A select of one option starts with its placeholder, as in Discord's client. */
function renderSelect({ custom_id, placeholder, disabled, options = [], ...limits }: Component): string {
	const { min_values: min, max_values: max } = limits;
	const isSingle = (max ?? 1) === 1;
	const name = escapeHtml(placeholder || 'Choose an option');
	const empty =
		isSingle && !options.some((option) => option.default) ? `<option value="">${name}</option>` : '';
	const attributes = [
		...(isSingle ? [] : ['multiple', `size="${Math.min(options.length, 6)}"`]),
		...((min ?? 1) > 0 ? ['required'] : []),
		...(disabled ? ['disabled'] : []),
	];
	return `<input type="hidden" name="select" value="${escapeHtml(custom_id ?? '')}">
<label>${name}<select aria-label="${name}" name="values" ${attributes.join(' ')}>${empty}${options.map(renderSelectOption).join('')}</select></label>
<button${disabled ? ' disabled' : ''}>Choose</button>`;
}

function renderSelectOption({ label, value, description, default: isChosen }: SelectOption): string {
	const text = description ? `${label} – ${description}` : label;
	return `<option value="${escapeHtml(value)}"${isChosen ? ' selected' : ''}>${escapeHtml(text)}</option>`;
}

/** The commands of a message's menu, which a browser shows on request. */
function renderMenu(view: View, message: StandInMessage): string {
	const commands = view.state.interactions.commands.filter(({ type }) => type === MESSAGE_COMMAND);
	if (commands.length === 0 || !hasCommands(view)) return '';
	const buttons = commands.map(({ name }) => {
		const text = escapeHtml(name);
		return `<button name="command" value="${text}">${text}</button>`;
	});
	return `<details><summary>Apps</summary>${renderForm(view, message, 'menu', buttons.join('\n'))}</details>`;
}
