/** The error codes of Discord that the application handles in different ways. */
export const DISCORD_CODES = {
	unknownChannel: 10003,
	unknownGuild: 10004,
	unknownMember: 10007,
	unknownMessage: 10008,
	unknownUser: 10013,
	unknownEvent: 10070,
	tooManyEvents: 30038,
	missingAccess: 50001,
	refusesMessages: 50007,
	missingPermissions: 50013,
	missingScope: 50026,
	invalidFields: 50035,
	archivedThread: 50083,
	noMutualServer: 50278,
	threadExists: 160004,
	finishedEvent: 180000,
} as const;
