export { applyDiscordStatus, forgetDiscordEvent } from './discord-changes.ts';
export { addInterest, removeInterest } from './interest.ts';
export { rememberWithdrawals } from './interest-withdrawals.ts';
export { addressOf, mirrorEvent } from './mirroring.ts';
export {
	endMirrors,
	hastenMirrors,
	isMirrored,
	renewMirrors,
	requeuePendingMirrors,
	startMirror,
	tryMirrorAgain,
} from './mirrors.ts';
export { reconcileWithDiscord } from './reconcile.ts';
