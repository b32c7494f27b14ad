import { type CommandOption, type RegisteredCommand, SLASH_COMMAND } from './commands.ts';
import {
	createErrorResponse,
	createFormErrorResponse,
	type FieldError,
	type PlainResponse,
} from './responses.ts';

export type CommandBody = Partial<RegisteredCommand>;

const SLASH_NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const SUBCOMMANDS = [1, 2];
const ENTRY_POINT = 4;
/** Discord's limit of all names, descriptions and values of one command. */
const COMMAND_LENGTH = 8_000;
/**
 * How many commands of each type a server can have. For menus Discord's documentation said 5, and says 15 now: the
 * stand-in has the smaller limit.
 */
const MAX_COMMANDS: Record<number, number> = { 1: 100, 2: 5, 3: 5 };

/** Returns Discord's refusal of a list of commands beyond its schema, or null. */
export function refuseCommands(commands: readonly CommandBody[]): PlainResponse | null {
	const fieldErrors = [...commands.flatMap(findCommandErrors), ...findRepeatedNames(commands)];
	if (fieldErrors.length > 0) return createFormErrorResponse(fieldErrors);
	for (const [type, max] of Object.entries(MAX_COMMANDS)) {
		const { length } = commands.filter((command) => getType(command) === Number(type));
		if (length > max)
			return createErrorResponse(400, 30_032, `Maximum number of application commands reached (${max}).`);
	}
	return null;
}

const getType = ({ type }: CommandBody) => type ?? SLASH_COMMAND;

function findCommandErrors(command: CommandBody, index: number): FieldError[] {
	const { name = '', description, options } = command;
	const type = getType(command);
	const error = (path: string, code: string, message: string) => ({ path: `${index}${path}`, code, message });
	if (type === ENTRY_POINT)
		return [error('.type', 'BASE_TYPE_CHOICES', 'A server cannot have a primary entry point command.')];
	if (type !== SLASH_COMMAND)
		return [
			...(description
				? [
						error(
							'.description',
							'APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID',
							'Context menu commands cannot have description',
						),
					]
				: []),
			...(options?.length
				? [
						error(
							'.options',
							'APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID',
							'Context menu commands cannot have options',
						),
					]
				: []),
		];
	return [
		...(isSlashName(name) ? [] : [invalidName(`${index}.name`)]),
		...(description ? [] : [error('.description', 'BASE_TYPE_REQUIRED', 'This field is required')]),
		...(measure(command) > COMMAND_LENGTH
			? [error('', 'APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${COMMAND_LENGTH})`)]
			: []),
		...findOptionErrors(options ?? [], `${index}.options`),
	];
}

/** Names of slash commands and options are in lower case. */
const isSlashName = (name: string) => SLASH_NAME.test(name) && name === name.toLowerCase();
const invalidName = (path: string): FieldError => ({
	path,
	code: 'APPLICATION_COMMAND_INVALID_NAME',
	message: 'Command name is invalid',
});

function findOptionErrors(options: readonly CommandOption[], path: string): FieldError[] {
	const errors: FieldError[] = [];
	const subcommands = options.filter(({ type }) => SUBCOMMANDS.includes(type));
	if (subcommands.length > 0 && subcommands.length < options.length) {
		const message =
			'Sub-command and sub-command group option types are mutually exclusive to all other types';
		errors.push({ path, code: 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', message });
	}
	for (const [index, option] of options.entries()) {
		const at = `${path}.${index}`;
		const { name, required, autocomplete, choices, min_length: min, max_length: max } = option;
		if (!isSlashName(name)) errors.push(invalidName(`${at}.name`));
		if (options.findIndex((other) => other.name === name) < index) {
			const message = `Option name ${name} is already used in these options`;
			errors.push({ path: at, code: 'APPLICATION_COMMAND_OPTIONS_NAME_INVALID', message });
		}
		if (required && options.slice(0, index).some((earlier) => !earlier.required)) {
			const message = 'Required options must be placed before non-required options';
			errors.push({ path: at, code: 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', message });
		}
		if (autocomplete && choices?.length) {
			const message = 'Options with autocomplete cannot have choices';
			errors.push({ path: at, code: 'APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID', message });
		}
		if (min && max && min > max) {
			const message = `int value should be less than or equal to ${max}.`;
			errors.push({ path: `${at}.min_length`, code: 'NUMBER_TYPE_MAX', message });
		}
		errors.push(...findOptionErrors(option.options ?? [], `${at}.options`));
	}
	return errors;
}

/** Two commands of one type have different names. */
function findRepeatedNames(commands: readonly CommandBody[]): FieldError[] {
	return commands.flatMap((command, index) => {
		const isSame = (other: CommandBody) => other.name === command.name && getType(other) === getType(command);
		if (commands.findIndex(isSame) === index) return [];
		const message = 'Application command names must be unique';
		return [{ path: String(index), code: 'APPLICATION_COMMANDS_DUPLICATE_NAME', message }];
	});
}

function measure({ name, description, choices, options }: Partial<CommandOption>): number {
	const values = (choices ?? []).flatMap((choice) => [choice.name, String(choice.value)]);
	const own = [name, description, ...values].reduce((sum, text) => sum + (text ?? '').length, 0);
	return (options ?? []).reduce((sum, option) => sum + measure(option), own);
}
