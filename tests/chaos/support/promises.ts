/** Every request is answered within 5 s (docs/reliability.md), and this machine's share of a busy second. */
export const ANSWER_MS = 6_500;
/** A stop ends within 10 s. */
export const STOP_MS = 11_000;
/** Once what failed is good again, writes are carried out within 20 s. */
export const RECOVERY_MS = 20_000;
