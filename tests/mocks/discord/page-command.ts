import { escapeHtml } from './authorize-page.ts';
import {
	type CommandChoice,
	type CommandOption,
	type Invocation,
	listOptions,
	SLASH_COMMAND,
	USER_COMMAND,
} from './commands.ts';
import { getName } from './page-markdown.ts';
import { hasCommands, renderHidden, type View } from './page-view.ts';
import type { StandInState } from './state.ts';

const SUBCOMMAND = 1;
const WHOLE_NUMBER = 4;
const BOOLEAN = 5;
const USER = 6;
const NUMBER = 10;
/** Fields of options have this prefix, because names of options are free. */
const PREFIX = 'option-';
/** Instead of options, a command of a user's menu has a user. */
const TARGET: CommandOption = { type: USER, name: 'user', required: true };

/** A command that the viewer has chosen, such as `/botc next` or the name of a command of a user's menu. */
type ChosenCommand =
	| { isForUser: false; command: string; subcommand?: string; options: CommandOption[] }
	| { isForUser: true; command: string; options: CommandOption[] };
type Fields = Pick<FormData, 'get'>;

/** Renders the choice of a command, and a form for the chosen one. Fetches the app's suggestions for its options. */
export async function renderCommandForm(view: View, query: URLSearchParams): Promise<string> {
	const { state, channel } = view;
	const names = listCommands(state);
	if (names.length === 0 || !hasCommands(view)) return '';
	const chosenName = query.get('command') ?? '';
	const chosen = findChosen(state, chosenName);
	const options = names.map(
		(name) =>
			`<option${name === chosenName ? ' selected' : ''} value="${escapeHtml(name)}">${escapeHtml(name)}</option>`,
	);
	const action = `/channels/${channel.id}#command`;
	return `<section id="command" aria-labelledby="command-title">
<h2 id="command-title">Command</h2>
<form class="row" action="${action}">${renderHidden(view)}
<label>Choose a command <select aria-label="Choose a command" name="command">${options.join('')}</select></label> <button>Open</button></form>
${chosen ? await renderChosen(view, chosenName, chosen, query) : ''}
</section>`;
}

/** Lists the subcommands and commands for users by the names that the form sends. */
function listCommands({ interactions }: StandInState): string[] {
	return interactions.commands.flatMap(({ type, name, options = [] }) => {
		if (type === USER_COMMAND) return [name];
		if (type !== SLASH_COMMAND) return [];
		const subcommands = options.filter((option) => option.type === SUBCOMMAND);
		return subcommands.length > 0
			? subcommands.map((subcommand) => `/${name} ${subcommand.name}`)
			: [`/${name}`];
	});
}

function findChosen(state: StandInState, name: string): ChosenCommand | null {
	if (!listCommands(state).includes(name)) return null;
	if (!name.startsWith('/')) return { isForUser: true, command: name, options: [TARGET] };
	const [command = '', subcommand] = name.slice(1).split(' ');
	const path = subcommand === undefined ? { command } : { command, subcommand };
	return { isForUser: false, ...path, options: listOptions(state, path) };
}

async function renderChosen(
	view: View,
	name: string,
	chosen: ChosenCommand,
	query: URLSearchParams,
): Promise<string> {
	const { channel } = view;
	const choices = await Promise.all(
		chosen.options.map((option) =>
			option.autocomplete && !chosen.isForUser ? fetchChoices(view, chosen, option, query) : [],
		),
	);
	const fields = chosen.options.map((option, index) =>
		renderOption(view, option, query.get(PREFIX + option.name) ?? '', choices[index] ?? []),
	);
	const suggests = chosen.options.some(({ autocomplete }) => autocomplete);
	return `<form method="post" action="/channels/${channel.id}/command">${renderHidden(view)}
<input type="hidden" name="command" value="${escapeHtml(name)}">${fields.join('')}
<p class="row"><button class="blurple">Run ${escapeHtml(name)}</button>
${suggests ? `<button formmethod="get" formaction="/channels/${channel.id}#command" formnovalidate>Show choices</button>` : ''}</p>
</form>`;
}

/** Returns what the app suggests for the text of the query, and nothing when the app does not respond. */
async function fetchChoices(
	{ state, viewer, channel }: View,
	chosen: Extract<ChosenCommand, { isForUser: false }>,
	{ name }: CommandOption,
	query: URLSearchParams,
): Promise<CommandChoice[]> {
	const { [name]: value = '', ...options } = readOptions(query, chosen);
	const typing = { ...toInvocation(chosen), userId: viewer.discordId, channelId: channel.id, options };
	return state.autocomplete({ ...typing, option: name, value: String(value) }).catch(() => []);
}

function renderOption(view: View, option: CommandOption, value: string, choices: CommandChoice[]): string {
	const { name, description, required, min_length: min, max_length: max } = option;
	const text = `${escapeHtml(name)}${description ? ` <small>${escapeHtml(description)}</small>` : ''}`;
	const attributes = `name="${PREFIX}${escapeHtml(name)}"${required ? ' required' : ''}`;
	const listed = listValues(view, option);
	if (listed) {
		const empty = required ? '' : '<option value=""></option>';
		return `<label>${text}<select aria-label="${escapeHtml(name)}" ${attributes}>${empty}${listed.map((choice) => renderChoice(choice, value)).join('')}</select></label>`;
	}
	const isNumber = option.type === WHOLE_NUMBER || option.type === NUMBER;
	const lengths = `${min ? ` minlength="${min}"` : ''}${max ? ` maxlength="${max}"` : ''}`;
	const list = option.autocomplete ? ` list="choices-${escapeHtml(name)}"` : '';
	const shown = choices.map((choice) => renderChoice(choice, null)).join('');
	return `<label>${text}<input aria-label="${escapeHtml(name)}" ${attributes}${isNumber ? ' type="number"' : lengths}${list} value="${escapeHtml(value)}"></label>
${list ? `<datalist id="choices-${escapeHtml(name)}">${shown}</datalist>` : ''}`;
}

/** Returns the only values of an option, or null for a free text or number. */
function listValues({ state }: View, { type, choices }: CommandOption): CommandChoice[] | null {
	if (choices?.length) return choices;
	if (type === BOOLEAN)
		return [
			{ name: 'True', value: true },
			{ name: 'False', value: false },
		];
	if (type !== USER) return null;
	return [...state.users.values()].map((user) => ({ name: getName(user), value: user.discordId }));
}

function renderChoice({ name, value }: CommandChoice, chosenValue: string | null): string {
	const isChosen = chosenValue === String(value);
	return `<option value="${escapeHtml(String(value))}"${isChosen ? ' selected' : ''}>${escapeHtml(name)}</option>`;
}

/** Runs the command of a submitted form. Resolves with what the member then sees. */
export function runCommand(state: StandInState, form: FormData, userId: string, channelId: string) {
	const chosen = findChosen(state, String(form.get('command')));
	if (!chosen) throw new Error('There is no such command');
	const options = readOptions(form, chosen);
	const { command } = chosen;
	return chosen.isForUser
		? state.invokeOnUser({ userId, command, targetId: String(options[TARGET.name]), channelId })
		: state.invokeCommand({ ...toInvocation(chosen), userId, options, channelId });
}

/** Returns the fields of a submitted form as a query, which lets the form start with them. */
export function toCommandQuery(form: FormData): string {
	const kept = [...form].filter(([name]) => name === 'command' || name.startsWith(PREFIX));
	return kept.map(([name, value]) => `&${name}=${encodeURIComponent(String(value))}`).join('');
}

const toInvocation = ({ command, ...chosen }: ChosenCommand): Pick<Invocation, 'command' | 'subcommand'> =>
	'subcommand' in chosen && chosen.subcommand !== undefined
		? { command, subcommand: chosen.subcommand }
		: { command };

/** Returns the values of the options that are filled in. */
function readOptions(fields: Fields, { options }: ChosenCommand): Record<string, string | number | boolean> {
	const read = ({ type, name }: CommandOption): [string, string | number | boolean][] => {
		const text = String(fields.get(PREFIX + name) ?? '');
		if (text === '') return [];
		if (type === BOOLEAN) return [[name, text === 'true']];
		return [[name, type === WHOLE_NUMBER || type === NUMBER ? Number(text) : text]];
	};
	return Object.fromEntries(options.flatMap(read));
}
