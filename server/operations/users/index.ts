export { createApiToken, listApiTokens, revokeApiToken } from './create-api-token.ts';
export { deleteSessions, endOtherSession, endOtherSessions, listSessions, logOut } from './end-sessions.ts';
export { deleteProfile, deleteUser, lockAdmins, wasUserDeleted } from './erase-user.ts';
export { exportProfile } from './export-profile.ts';
export { checkDiscordSignups, linkDiscordAccount } from './link-discord-account.ts';
export {
	findUsers,
	hasAdmin,
	listCompanions,
	listStorytellers,
	listUsers,
	readOfferedStorytellers,
	readUser,
	searchUsers,
	selectStorytellerList,
} from './queries.ts';
export { readPreferences, savePreferences } from './save-preferences.ts';
export { setRole, setRoles } from './set-role.ts';
export { readServerNames, updatePreferredUsernames } from './update-preferred-usernames.ts';
export {
	readMe,
	readProfile,
	setSwitches,
	setTheme,
	updateProfile,
	updateUsername,
} from './update-profile.ts';
export { signUpInterestedUsers, upsertDiscordUsers } from './upsert-discord-users.ts';
