/**
 * Loaded by `--import` before a replica: its wall clock is ahead by the milliseconds in the file CHAOS_CLOCK, which is
 * read again on SIGUSR2. Timers and performance.now() do not jump, as when somebody sets the clock of a machine.
 */
import { readFileSync } from 'node:fs';

const RealDate = Date;
let ahead = 0;
const read = () => {
	ahead = Number(readFileSync(process.env.CHAOS_CLOCK, 'utf8'));
};
read();
process.on('SIGUSR2', read);

const now = () => RealDate.now() + ahead;
globalThis.Date = new Proxy(RealDate, {
	construct: (target, given, self) => Reflect.construct(target, given.length ? given : [now()], self),
	apply: () => new RealDate(now()).toString(),
	get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
