import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import type { ReceivedResponse } from '../support/requests.ts';
import type { Oracle, OracleEvent, OracleUser } from './oracle.ts';
import type { ReplicaClient, Sender } from './replica-client.ts';

/** The random values of every command: the actor, the event, the sender and the viewer who reads the result. */
type CommandInput = { actor: number; event: number; viewer: number; sender: Sender };
type CommandContext = {
	actor: OracleUser;
	event: OracleEvent;
	oracle: Oracle;
	real: ReplicaClient;
	sender: Sender;
};
/** Sends one call (or two at once), compares the response with the oracle's prediction, and updates the oracle. */
type CommandAction = (context: CommandContext) => Promise<void>;

const commandInput = fc.record<CommandInput>({
	actor: fc.nat(3),
	event: fc.nat(20),
	viewer: fc.nat(3),
	sender: fc.record<Sender>({ session: fc.constantFrom(0, 1), replica: fc.constantFrom(0, 1) }),
});
/** Returns the element at `index` modulo the length. Throws for an empty list. */
export const pickAt = <Item>(list: readonly Item[], index: number): Item => {
	const found = list[index % list.length];
	if (found === undefined) throw new Error('An empty list has no element.');
	return found;
};
/** Throws unless the response has the status that the oracle predicted. */
export const expectStatus = (response: ReceivedResponse, predicted: number) =>
	deepStrictEqual([response.status, response.error], [predicted, null], JSON.stringify(response.body));

class Command implements fc.AsyncCommand<Oracle, ReplicaClient> {
	readonly #name: string;
	readonly #input: CommandInput;
	readonly #action: CommandAction;
	readonly #needsEvent: boolean;

	constructor(name: string, input: CommandInput, action: CommandAction, needsEvent: boolean) {
		this.#name = name;
		this.#input = input;
		this.#action = action;
		this.#needsEvent = needsEvent;
	}

	check = ({ events }: Readonly<Oracle>) => !this.#needsEvent || events.length > 0;

	async run(oracle: Oracle, real: ReplicaClient): Promise<void> {
		const { actor, event, viewer, sender } = this.#input;
		const [subject] = this.#needsEvent ? [pickAt(oracle.events, event)] : [];
		const context = {
			actor: pickAt(oracle.users, actor),
			event: subject as OracleEvent,
			oracle,
			real,
			sender,
		};
		await this.#action(context);
		oracle.commandCount += 1;
		const changedEvent = subject ?? oracle.events.at(-1);
		if (changedEvent) await real.compare(changedEvent, pickAt(oracle.users, viewer));
	}

	toString = () => `${this.#name} ${JSON.stringify(this.#input)}`;
}

/**
 * Creates an arbitrary for a command with extra random values. The command is skipped while there is no event, unless
 * `needsEvent` is false.
 */
export function createCommand<Values>(
	name: string,
	values: fc.Arbitrary<Values>,
	createAction: (values: Values) => CommandAction,
	needsEvent = true,
): fc.Arbitrary<Command> {
	return fc
		.tuple(commandInput, values)
		.map(
			([input, values]) =>
				new Command(`${name} ${JSON.stringify(values)}`, input, createAction(values), needsEvent),
		);
}
