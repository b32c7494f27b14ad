export { nudgeUsers, readNudge } from './nudge-users.ts';
export { planNotices } from './plan-notices.ts';
export { deleteFinishedMessages, planReminders, REMINDER_SETTING } from './plan-reminders.ts';
export { sendNextMessage } from './send-next-message.ts';
