export { addInterest, removeInterest } from './add-interest.ts';
export { applyDiscordStatus, unlinkDiscordEvent } from './apply-discord-status.ts';
export { getEventUrl, mirrorEvent } from './mirror-event.ts';
export { acceptMovedTimes } from './note-moved-time.ts';
export { reconcileWithDiscord } from './reconcile-with-discord.ts';
export { saveWithdrawals } from './save-withdrawals.ts';
export {
	endMirrors,
	renewMirrors,
	requeuePendingMirrors,
	restartMirror,
	restoreMirrors,
	runMirrorJobsNow,
	startMirror,
} from './start-mirror.ts';
