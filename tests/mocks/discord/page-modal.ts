import { escapeHtml } from './authorize-page.ts';
import { type Modal, type ModalInput, SHORT } from './modals.ts';
import { renderHidden, toAddress, type View } from './page-view.ts';

/** Renders an opened modal as a form. */
export function renderModal(view: View, { id, title, inputs }: Modal): string {
	return `<section id="modal" aria-labelledby="modal-title">
<h2 id="modal-title">${escapeHtml(title)}</h2>
<form method="post" action="/channels/${view.channel.id}/modal">${renderHidden(view)}
<input type="hidden" name="modal" value="${id}">${inputs.map(renderInput).join('')}
<p class="row"><button class="blurple">Submit</button> <a class="button" href="${toAddress(view, view.channel.id)}">Cancel</a></p>
</form>
</section>`;
}

function renderInput(input: ModalInput): string {
	const { customId, label, description, placeholder, value, style, minLength, maxLength, required, options } =
		input;
	const attributes = [
		`name="${escapeHtml(customId)}" maxlength="${maxLength}"`,
		...(minLength > 0 ? [`minlength="${minLength}"`] : []),
		...(placeholder ? [`placeholder="${escapeHtml(placeholder)}"`] : []),
		...(required ? ['required'] : []),
	].join(' ');
	const text = escapeHtml(label) + (description ? ` <small>${escapeHtml(description)}</small>` : '');
	// As in Discord's client, a choice that is not required can be taken back.
	const empty =
		required && value ? '' : `<option value="">${escapeHtml(placeholder || 'Make a selection')}</option>`;
	if (options)
		return `<label>${text}<select name="${escapeHtml(customId)}"${required ? ' required' : ''}>${empty}${options
			.map(
				(option) =>
					`<option value="${escapeHtml(option.value)}"${option.value === value ? ' selected' : ''}>${escapeHtml(option.label)}</option>`,
			)
			.join('')}</select></label>`;
	return style === SHORT
		? `<label>${text}<input ${attributes} value="${escapeHtml(value)}"></label>`
		: `<label>${text}<textarea ${attributes} rows="4">
${escapeHtml(value)}</textarea></label>`;
}

/** Returns the texts of a submitted form by the custom ids of the modal's inputs. */
export function readModalValues(form: FormData, { inputs }: Modal): Record<string, string> {
	// Browsers send line breaks of a form as two characters.
	const read = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n');
	return Object.fromEntries(inputs.map(({ customId }) => [customId, read(customId)]));
}
