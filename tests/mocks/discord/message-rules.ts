import type { Component, EmbedBody, MessageBody } from './messages.ts';
import type { FieldError } from './responses.ts';

const CONTENT_LENGTH = 2_000;
const EMBEDS_LENGTH = 6_000;
const ROWS = 5;
const BUTTON = 2;
const LINK = 5;

const required = (path: string): FieldError => ({
	path,
	code: 'BASE_TYPE_REQUIRED',
	message: 'This field is required',
});

/** Returns the field errors of a message that Discord reports beyond its schema. */
export function findMessageErrors({
	content,
	embeds,
	components,
	allowed_mentions: mentions,
}: MessageBody): FieldError[] {
	const errors: FieldError[] = [];
	if ([...(content ?? '')].length > CONTENT_LENGTH) {
		const message = `Must be ${CONTENT_LENGTH} or fewer in length.`;
		errors.push({ path: 'content', code: 'BASE_TYPE_MAX_LENGTH', message });
	}
	errors.push(...(embeds ?? []).flatMap(findEmbedErrors));
	if ((embeds ?? []).reduce((sum, embed) => sum + measureEmbed(embed), 0) > EMBEDS_LENGTH) {
		const message = `Embed size exceeds maximum size of ${EMBEDS_LENGTH}`;
		errors.push({ path: 'embeds', code: 'MAX_EMBED_SIZE_EXCEEDED', message });
	}
	if ((components ?? []).length > ROWS) {
		const message = `Must be between 1 and ${ROWS} in length.`;
		errors.push({ path: 'components', code: 'BASE_TYPE_BAD_LENGTH', message });
	}
	errors.push(...findButtonErrors(components ?? []));
	for (const kind of ['users', 'roles'] as const) {
		const ids = mentions?.[kind] ?? [];
		if (new Set(ids).size < ids.length) {
			const message = 'The set already contains this value';
			errors.push({ path: 'allowed_mentions', code: 'SET_TYPE_ALREADY_CONTAINS_VALUE', message });
		}
		if (mentions?.parse?.includes(kind) && mentions[kind]?.length) {
			const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`;
			errors.push({ path: 'allowed_mentions', code: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', message });
		}
	}
	return errors;
}

function findEmbedErrors({ fields, footer, image }: EmbedBody, index: number): FieldError[] {
	const path = `embeds.${index}`;
	const scheme = /^(https?|attachment):/;
	return [
		...(fields ?? []).flatMap(({ name, value }, field) => [
			...(name.trim() ? [] : [required(`${path}.fields.${field}.name`)]),
			...(value.trim() ? [] : [required(`${path}.fields.${field}.value`)]),
		]),
		...(footer && !footer.text?.trim() ? [required(`${path}.footer.text`)] : []),
		...(image?.url && !scheme.test(image.url)
			? [
					{
						path: `${path}.image.url`,
						code: 'URL_TYPE_INVALID_SCHEME',
						message: 'Scheme must be http or https.',
					},
				]
			: []),
	];
}

/** Discord counts characters of these texts over all embeds of a message. */
function measureEmbed({ title, description, fields, footer, author }: EmbedBody): number {
	const fieldTexts = (fields ?? []).flatMap(({ name, value }) => [name, value]);
	const texts = [title, description, footer?.text, author?.name, ...fieldTexts];
	return texts.reduce((sum, text) => sum + [...(text ?? '')].length, 0);
}

/** A link has a URL; any other button has a custom id that no other button of the message has. */
function findButtonErrors(rows: readonly Component[]): FieldError[] {
	const customIds = new Set<string>();
	return rows.flatMap(({ components = [] }, row) =>
		components.flatMap((component, index) => {
			if (component.type !== BUTTON) return [];
			const path = `components.${row}.components.${index}`;
			const { custom_id: customId, url, label, style } = component;
			const errors = label ? [] : [required(`${path}.label`)];
			if (style === LINK) {
				if (!url) errors.push(required(`${path}.url`));
				if (customId) {
					const message = 'A custom id and url cannot both be specified';
					errors.push({ path, code: 'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE', message });
				}
			} else if (!customId) errors.push(required(`${path}.custom_id`));
			else if (customIds.has(customId)) {
				const message = 'Component custom id cannot be duplicated';
				errors.push({ path, code: 'COMPONENT_CUSTOM_ID_DUPLICATED', message });
			}
			if (customId) customIds.add(customId);
			return errors;
		}),
	);
}
