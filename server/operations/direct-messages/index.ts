export { planNotices } from './notices.ts';
export { nudgeUsers, readNudge } from './nudge.ts';
export { deleteFinishedMessages, planReminders } from './planning.ts';
export { sendNextMessage } from './sending.ts';
