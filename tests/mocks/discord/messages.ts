import { toBotUserObject, toRoleObjects, toUserObject } from './objects.ts';
import type { StandInState } from './state.ts';

/** The message fields of a request, as the schema allows them. Null and absent fields are not set. */
export type MessageBody = {
	content?: string | null;
	embeds?: EmbedBody[] | null;
	components?: Component[] | null;
	allowed_mentions?: AllowedMentions | null;
	attachments?: { id: string | number; filename?: string | null; description?: string | null }[] | null;
	flags?: number | null;
	nonce?: string | number | null;
	enforce_nonce?: boolean | null;
};

export type EmbedBody = {
	title?: string | null;
	description?: string | null;
	url?: string | null;
	color?: number | null;
	timestamp?: string | null;
	fields?: { name: string; value: string; inline?: boolean | null }[] | null;
	image?: { url?: string | null } | null;
	thumbnail?: { url?: string | null } | null;
	footer?: { text?: string | null; icon_url?: string | null } | null;
	author?: { name?: string | null; url?: string | null; icon_url?: string | null } | null;
};

/** A component of a message or a modal: action row (1), button (2), string select (3), text input (4) or label (18). */
export type Component = {
	type: number;
	id?: number | null;
	custom_id?: string | null;
	label?: string | null;
	description?: string | null;
	placeholder?: string | null;
	style?: number;
	url?: string | null;
	disabled?: boolean | null;
	options?: SelectOption[];
	min_values?: number | null;
	max_values?: number | null;
	value?: string | null;
	min_length?: number | null;
	max_length?: number | null;
	required?: boolean | null;
	components?: Component[];
	component?: Component;
};

export type SelectOption = {
	label: string;
	value: string;
	description?: string | null;
	default?: boolean | null;
};

type AllowedMentions = {
	parse?: (string | null)[] | null;
	users?: (string | null)[] | null;
	roles?: (string | null)[] | null;
};

/** A file that the bot has uploaded with a message. */
export type StandInFile = { id: string; filename: string; type: string; bytes: Uint8Array<ArrayBuffer> };

/** A message of the bot. */
export type StandInMessage = {
	readonly id: string;
	readonly channelId: string;
	/** 0, 20 for the response to a slash command, or 23 for the response to a command of a menu. */
	readonly type: 0 | 20 | 23;
	/** The only member who sees the message; null for a message that all see. */
	readonly ephemeralFor: string | null;
	readonly nonce: string | number | null;
	readonly createdAt: Date;
	editedAt: Date | null;
	content: string;
	embeds: EmbedBody[];
	components: Component[];
	files: StandInFile[];
	flags: number;
	mentionedUserIds: string[];
	mentionedRoleIds: string[];
	mentionsEveryone: boolean;
	threadId: string | null;
};

export const EPHEMERAL = 64;
const STRING_SELECT = 3;
/** Suppressed embeds, suppressed notifications: the flags that the app may set on any message. */
const SETTABLE_FLAGS = (1 << 2) | (1 << 12);

/** Sets the fields of `body` on a message, as a create and an edit do. */
export function applyBody(
	state: StandInState,
	message: StandInMessage,
	body: MessageBody,
	newFiles: readonly StandInFile[] = [],
): void {
	if (body.content !== undefined) message.content = body.content ?? '';
	if (body.embeds !== undefined) message.embeds = body.embeds ?? [];
	if (body.components !== undefined) message.components = numberComponents(body.components ?? []);
	if (body.flags !== undefined)
		message.flags = (message.flags & ~SETTABLE_FLAGS) | ((body.flags ?? 0) & SETTABLE_FLAGS);
	// The list names the files that stay. Without it all of them stay.
	const keptIds = body.attachments?.map(({ id }) => String(id));
	const keptFiles = keptIds ? message.files.filter(({ id }) => keptIds.includes(id)) : message.files;
	message.files = [...(body.attachments === null ? [] : keptFiles), ...newFiles];
	const mentions = findMentions(state, message.content, body.allowed_mentions);
	Object.assign(message, mentions);
}

/** Returns the message as Discord's message object. */
export function toMessageObject(state: StandInState, message: StandInMessage) {
	const { type, content, flags, nonce } = message;
	const isResponse = message.ephemeralFor !== null || type !== 0;
	const shownFiles = message.files.filter(
		({ filename }) => !message.embeds.some(({ image }) => image?.url === `attachment://${filename}`),
	);
	const thread = message.threadId ? state.channels.find(message.threadId) : undefined;
	return {
		id: message.id,
		type,
		channel_id: message.channelId,
		author: toBotUserObject(state),
		application_id: state.guild.clientId,
		...(isResponse ? { webhook_id: state.guild.clientId } : {}),
		content,
		embeds: message.embeds.map((embed) => toEmbedObject(state, message, embed)),
		components: message.components,
		attachments: shownFiles.map((file) => ({
			id: file.id,
			filename: file.filename,
			size: file.bytes.length,
			url: toFileUrl(state, message, file),
			proxy_url: toFileUrl(state, message, file),
			content_type: file.type,
		})),
		mentions: message.mentionedUserIds.map((id) => toUserObject(state.getUser(id))),
		mention_roles: message.mentionedRoleIds,
		mention_everyone: message.mentionsEveryone,
		pinned: false,
		tts: false,
		flags,
		timestamp: message.createdAt.toISOString(),
		edited_timestamp: message.editedAt?.toISOString() ?? null,
		...(nonce === null ? {} : { nonce }),
		...(thread ? { thread: state.channels.toObject(thread) } : {}),
	};
}

/** Returns the address of an uploaded file, which Discord's CDN serves. */
const toFileUrl = (state: StandInState, message: StandInMessage, file: StandInFile) =>
	`${state.cdnUrl}/attachments/${message.channelId}/${file.id}/${file.filename}`;

/** Discord leaves out empty fields and resolves `attachment://`. */
function toEmbedObject(state: StandInState, message: StandInMessage, embed: EmbedBody) {
	const { title, description, url, color, timestamp, fields, image, thumbnail, footer, author } = embed;
	const toImage = (address: string) => {
		const file = message.files.find(({ filename }) => address === `attachment://${filename}`);
		return { url: file ? toFileUrl(state, message, file) : address };
	};
	return {
		type: 'rich',
		...(title ? { title } : {}),
		...(description ? { description } : {}),
		...(url ? { url } : {}),
		...(color === null || color === undefined ? {} : { color }),
		...(timestamp ? { timestamp: new Date(timestamp).toISOString() } : {}),
		...(fields?.length
			? { fields: fields.map(({ name, value, inline }) => ({ name, value, inline: inline ?? false })) }
			: {}),
		...(image?.url ? { image: toImage(image.url) } : {}),
		...(thumbnail?.url ? { thumbnail: toImage(thumbnail.url) } : {}),
		...(footer?.text
			? { footer: { text: footer.text, ...(footer.icon_url ? { icon_url: footer.icon_url } : {}) } }
			: {}),
		...(author?.name ? { author: { name: author.name, ...(author.url ? { url: author.url } : {}) } } : {}),
	};
}

/** Discord numbers the components of a message from 1, and leaves out null fields. */
function numberComponents(components: readonly Component[]): Component[] {
	let last = 0;
	const number = (component: Component): Component => {
		last += 1;
		const numbered = omitNulls({ ...component, ...toSelectFields(component), id: last });
		return component.components ? { ...numbered, components: component.components.map(number) } : numbered;
	};
	return components.map(number);
}

function omitNulls<Fields extends object>(fields: Fields): Fields {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Fields;
}

/** Discord shows the defaults of a select, and leaves out `required`, which only modals have. */
function toSelectFields({ type, options = [], min_values, max_values }: Component) {
	if (type !== STRING_SELECT) return {};
	const limits = { min_values: min_values ?? 1, max_values: max_values ?? 1 };
	return { ...limits, options: options.map(omitNulls), required: null };
}

/** Returns whom the content mentions, as far as `allowed_mentions` and the bot's permissions let it. */
function findMentions(
	state: StandInState,
	content: string,
	allowed: AllowedMentions | null | undefined,
): Pick<StandInMessage, 'mentionedUserIds' | 'mentionedRoleIds' | 'mentionsEveryone'> {
	const isParsed = (kind: string) => !allowed || (allowed.parse ?? []).includes(kind);
	const find = (pattern: RegExp) => [...new Set([...content.matchAll(pattern)].map(([, id = '']) => id))];
	const mayMentionAll = state.permissions.has('MENTION_EVERYONE');
	return {
		mentionedUserIds: find(/<@!?(\d+)>/g).filter(
			(id) => state.users.has(id) && (isParsed('users') || allowed?.users?.includes(id)),
		),
		mentionedRoleIds: find(/<@&(\d+)>/g).filter((id) => {
			const role = toRoleObjects(state).find((candidate) => candidate.id === id);
			return (
				(role?.mentionable || (role && mayMentionAll)) && (isParsed('roles') || allowed?.roles?.includes(id))
			);
		}),
		mentionsEveryone: mayMentionAll && isParsed('everyone') && /@(everyone|here)\b/.test(content),
	};
}
