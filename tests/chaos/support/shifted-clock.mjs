/**
 * A replica loads this module with `--import`. It shifts the wall clock by the milliseconds in the file CHAOS_CLOCK,
 * which is read again on SIGUSR2. Timers and performance.now() do not jump, as after a change of a machine's clock.
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
