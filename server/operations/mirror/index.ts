export { applyDiscordStatus, unlinkDiscordEvent } from './discord-changes.ts';
export { addInterest, removeInterest } from './interest.ts';
export { saveWithdrawals } from './interest-withdrawals.ts';
export { getEventUrl, mirrorEvent } from './mirroring.ts';
export {
	endMirrors,
	renewMirrors,
	requeuePendingMirrors,
	restartMirror,
	restoreMirrors,
	runMirrorJobsNow,
	startMirror,
} from './mirrors.ts';
export { acceptMovedTimes } from './moved-times.ts';
export { reconcileWithDiscord } from './reconcile.ts';
