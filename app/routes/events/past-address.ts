export const PAST_EVENTS = '/events?view=past';

/** Returns the address of the past events whose titles match `q`. */
export const toPastAddress = (q: string) => (q ? `${PAST_EVENTS}&q=${encodeURIComponent(q)}` : PAST_EVENTS);
