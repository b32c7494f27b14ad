import type { Component, EmbedBody, MessageBody } from './messages.ts';
import type { FieldError } from './responses.ts';

const CONTENT_LENGTH = 2_000;
const EMBEDS_LENGTH = 6_000;
const ROWS = 5;
const BUTTON = 2;
const STRING_SELECT = 3;
/** Selects of options, users, roles, mentionables and channels. */
const SELECTS = [STRING_SELECT, 5, 6, 7, 8];
const ROW_WIDTH = 5;
const MAX_OPTIONS = 25;
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
	errors.push(...findComponentErrors(components ?? []));
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

/**
 * A link has a URL. Any other button and each select has a custom id that no other component of the message has. A select
 * fills its row.
 */
function findComponentErrors(rows: readonly Component[]): FieldError[] {
	const customIds = new Set<string>();
	return rows.flatMap(({ components = [] }, row) => {
		let width = 0;
		return components.flatMap((component, index) => {
			const path = `components.${row}.components.${index}`;
			const { type, custom_id: customId } = component;
			const errors = type === BUTTON ? findButtonErrors(component, path) : findSelectErrors(component, path);
			width += SELECTS.includes(type) ? ROW_WIDTH : 1;
			if (width > ROW_WIDTH) {
				const message = 'The specified component exceeds the maximum width';
				errors.push({ path, code: 'COMPONENT_LAYOUT_WIDTH_EXCEEDED', message });
			}
			if (customId && customIds.has(customId)) {
				const message = 'Component custom id cannot be duplicated';
				errors.push({ path, code: 'COMPONENT_CUSTOM_ID_DUPLICATED', message });
			}
			if (customId) customIds.add(customId);
			return errors;
		});
	});
}

function findButtonErrors({ custom_id: customId, url, label, style }: Component, path: string): FieldError[] {
	const errors = label ? [] : [required(`${path}.label`)];
	if (style === LINK) {
		if (!url) errors.push(required(`${path}.url`));
		if (customId) {
			const message = 'A custom id and url cannot both be specified';
			errors.push({ path, code: 'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE', message });
		}
	} else if (!customId) errors.push(required(`${path}.custom_id`));
	return errors;
}

/** Returns the field errors of a select beyond the schema, which has the lengths of the texts and the number of options. */
export function findSelectErrors(select: Component, path: string): FieldError[] {
	if (select.type !== STRING_SELECT) return [];
	const { options = [] } = select;
	const min = select.min_values ?? 1;
	const max = select.max_values ?? 1;
	const errors: FieldError[] = [];
	for (const [index, { value }] of options.entries()) {
		if (options.findIndex((other) => other.value === value) === index) continue;
		const message = 'The specified option value is already used';
		const code = 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED';
		errors.push({ path: `${path}.options.${index}.value`, code, message });
	}
	if (max > options.length) {
		const message = `Must be between ${max} and ${MAX_OPTIONS} in length.`;
		errors.push({ path: `${path}.options`, code: 'BASE_TYPE_BAD_LENGTH', message });
	}
	if (min > max) {
		const message = `int value should be less than or equal to ${max}.`;
		errors.push({ path: `${path}.min_values`, code: 'NUMBER_TYPE_MAX', message });
	}
	if (options.filter((option) => option.default).length > max) {
		const message = 'The specified number of default values exceeds the specified maximum values';
		const code = 'SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES';
		errors.push({ path: `${path}.options`, code, message });
	}
	return errors;
}
