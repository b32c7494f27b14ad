import { type HttpHandler, HttpResponse, http } from 'msw';
import { escapeHtml } from './authorize-page.ts';
import { ANNOUNCEMENT_CHANNEL_ID } from './channels.ts';
import type { InteractionReply } from './interactions.ts';
import { renderCommandForm, runCommand, toCommandQuery } from './page-command.ts';
import { createPage, FOLLOW_SECONDS } from './page-layout.ts';
import { getName } from './page-markdown.ts';
import { renderMessage } from './page-messages.ts';
import { readModalValues, renderModal } from './page-modal.ts';
import { toAddress, type View } from './page-view.ts';
import type { StandInState, StandInUser } from './state.ts';

const FAILED = 'This interaction failed.';

/** A submitted form: its fields, the member who sent it, and the channel of its page. */
type Submission = { form: FormData; userId: string; channelId: string };

const redirectTo = (location: string): HttpResponse<null> =>
	new HttpResponse(null, { status: 303, headers: { Location: location } });

/**
 * Creates the handlers of a small page that replaces Discord's client in the demo: the channels as a chosen member sees
 * them, with buttons, selects, commands and modals that work. It has plain forms and no script.
 */
export function createChannelPageHandlers(state: StandInState, origin: string): HttpHandler[] {
	/** `keep` returns the part of the address that shows what was typed when the interaction has failed. */
	const submit = (
		path: string,
		run: (submission: Submission) => Promise<InteractionReply>,
		keep: (submission: Submission) => string = () => '',
	) =>
		http.post(`${origin}/channels/:channel/${path}`, async ({ request, params }) => {
			const form = await request.formData();
			const userId = String(form.get('as'));
			const submission = { form, userId, channelId: findChannelId(state, String(params.channel), userId) };
			const end = await Promise.resolve()
				.then(() => run(submission))
				.then(
					({ modal, messageId }) => (modal ? `&modal=${modal.id}#modal` : `#m${messageId}`),
					() => `&notice=${encodeURIComponent(FAILED)}${keep(submission)}`,
				);
			const follow = form.has('follow') ? '&follow=1' : '';
			return redirectTo(`/channels/${params.channel}?as=${encodeURIComponent(userId)}${follow}${end}`);
		});
	return [
		http.get(`${origin}/channels`, () => redirectTo(`/channels/${ANNOUNCEMENT_CHANNEL_ID}`)),
		http.get(`${origin}/channels/:channel`, ({ request, params }) => {
			const query = new URL(request.url).searchParams;
			const viewer = state.users.get(query.get('as') ?? '') ?? [...state.users.values()][0];
			const channel =
				viewer && state.channels.find(findChannelId(state, String(params.channel), viewer.discordId));
			if (!channel || !viewer) return createPage('Unknown channel', '<p>There is no such channel.</p>', 404);
			return renderChannel({ state, viewer, channel, isFollowing: query.has('follow') }, query);
		}),
		submit('press', ({ form, userId }) =>
			state.press({ userId, messageId: String(form.get('message')), customId: String(form.get('button')) }),
		),
		submit('select', ({ form, userId }) => {
			const values = form.getAll('values').map(String);
			return state.select({
				userId,
				messageId: String(form.get('message')),
				customId: String(form.get('select')),
				values: values.filter((value) => value !== ''),
			});
		}),
		submit('menu', ({ form, userId }) =>
			state.invokeOnMessage({
				userId,
				messageId: String(form.get('message')),
				command: String(form.get('command')),
			}),
		),
		submit(
			'command',
			({ form, userId, channelId }) => runCommand(state, form, userId, channelId),
			({ form }) => `${toCommandQuery(form)}#command`,
		),
		submit(
			'modal',
			({ form, userId }) => {
				const modalId = String(form.get('modal'));
				const modal = state.interactions.findModal(modalId);
				const values = modal ? readModalValues(form, modal) : {};
				return state.submitModal({ userId, modalId, values });
			},
			({ form }) => {
				const modal = state.interactions.findModal(String(form.get('modal')));
				if (!modal) return '';
				const values = readModalValues(form, modal);
				for (const input of modal.inputs) input.value = values[input.customId] ?? '';
				return `&modal=${modal.id}#modal`;
			},
		),
	];
}

/** `@me` is the channel of the viewer's direct messages. */
const findChannelId = ({ channels, users }: StandInState, name: string, userId: string) =>
	name === '@me' && users.has(userId) ? channels.openDirectMessages(userId).id : name;

async function renderChannel(view: View, query: URLSearchParams): Promise<Response> {
	const { state, viewer, channel, isFollowing } = view;
	const modal = state.interactions.findModal(query.get('modal') ?? '');
	const notice = query.get('notice');
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
${await renderCommandForm(view, query)}
${modal ? renderModal(view, modal) : ''}
</main>`;
	return createPage(title, body, 200, isFollowing && !modal && !query.has('command'));
}

function renderOption(user: StandInUser, viewer: StandInUser): string {
	const isChosen = user.discordId === viewer.discordId;
	return `<option value="${user.discordId}"${isChosen ? ' selected' : ''}>${escapeHtml(getName(user))}</option>`;
}

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
