import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import type { Received } from '../support/requests.ts';
import type { Oracle, OracleEvent, OracleUser } from './oracle.ts';
import type { Real, Way } from './real.ts';

/** What every command chooses: who acts, on which event, by which way, and who looks at the result. */
type Scene = { actor: number; event: number; viewer: number; way: Way };
type Stage = { actor: OracleUser; event: OracleEvent; oracle: Oracle; real: Real; way: Way };
/** Sends one call (or two at once), compares the answer with the oracle's, and brings the oracle up to date. */
type Act = (stage: Stage) => Promise<void>;

const scene = fc.record<Scene>({
	actor: fc.nat(3),
	event: fc.nat(20),
	viewer: fc.nat(3),
	way: fc.record<Way>({ session: fc.constantFrom(0, 1), replica: fc.constantFrom(0, 1) }),
});
/** The element at an index that may be beyond the end. */
export const at = <One>(list: readonly One[], index: number): One => {
	const found = list[index % list.length];
	if (found === undefined) throw new Error('An empty list has no element.');
	return found;
};
/** Throws unless the answer has the status that the oracle wants. */
export const expectStatus = (answer: Received, wanted: number) =>
	deepStrictEqual([answer.status, answer.error], [wanted, null], JSON.stringify(answer.body));

class Command implements fc.AsyncCommand<Oracle, Real> {
	readonly #name: string;
	readonly #scene: Scene;
	readonly #act: Act;
	readonly #needsEvent: boolean;

	constructor(name: string, chosen: Scene, act: Act, needsEvent: boolean) {
		this.#name = name;
		this.#scene = chosen;
		this.#act = act;
		this.#needsEvent = needsEvent;
	}

	check = ({ events }: Readonly<Oracle>) => !this.#needsEvent || events.length > 0;

	async run(oracle: Oracle, real: Real): Promise<void> {
		const { actor, event, viewer, way } = this.#scene;
		const [subject] = this.#needsEvent ? [at(oracle.events, event)] : [];
		const stage = { actor: at(oracle.users, actor), event: subject as OracleEvent, oracle, real, way };
		await this.#act(stage);
		oracle.steps += 1;
		const touched = subject ?? oracle.events.at(-1);
		if (touched) await real.compare(touched, at(oracle.users, viewer));
	}

	toString = () => `${this.#name} ${JSON.stringify(this.#scene)}`;
}

/** Commands with values of their own beside the scene. They are skipped while there is no event, unless `needsEvent` is false. */
export function command<Chosen>(
	name: string,
	chosen: fc.Arbitrary<Chosen>,
	act: (chosen: Chosen) => Act,
	needsEvent = true,
): fc.Arbitrary<Command> {
	return fc
		.tuple(scene, chosen)
		.map(([where, what]) => new Command(`${name} ${JSON.stringify(what)}`, where, act(what), needsEvent));
}
