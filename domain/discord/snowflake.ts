const DISCORD_EPOCH_MS = 1_420_070_400_000;
const TIME_SHIFT = 22n;

/** When Discord made what this ID names: its upper bits count the milliseconds since 2015. */
export const madeAt = (id: string): Date => new Date(Number(BigInt(id) >> TIME_SHIFT) + DISCORD_EPOCH_MS);
