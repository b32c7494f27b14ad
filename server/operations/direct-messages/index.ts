export { planNotices } from './notices.ts';
export { nudgeUsers, readNudge } from './nudge.ts';
export { deleteFinishedMessages, planReminders, REMINDER_SETTING } from './planning.ts';
export { sendNextMessage } from './sending.ts';
