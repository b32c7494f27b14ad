/** Every request gets a response within 5 s (docs/reliability.md); the rest is tolerance for a busy machine. */
export const MAX_RESPONSE_MS = 6_500;
/** A stop takes at most 10 s; the rest is tolerance. */
export const MAX_STOP_MS = 11_000;
/** Writes succeed within 20 s after a fault ends. */
export const MAX_RECOVERY_MS = 20_000;
