const DISCORD_EPOCH_MS = 1_420_070_400_000;
const TIME_SHIFT = 22n;

/** Returns the creation time of a Discord ID: its upper bits count the milliseconds since 2015. */
export const getSnowflakeTime = (id: string): Date =>
	new Date(Number(BigInt(id) >> TIME_SHIFT) + DISCORD_EPOCH_MS);

/** Returns the smallest Discord ID of an instant; IDs that were created earlier are smaller. */
export const toSnowflake = (time: Date): string =>
	String(BigInt(time.getTime() - DISCORD_EPOCH_MS) << TIME_SHIFT);
