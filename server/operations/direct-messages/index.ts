export { listMissingMembers, nudgeUsers, readNudge } from './nudge-users.ts';
export { NOTICE_TIMES, planNotices } from './plan-notices.ts';
export { deleteFinishedMessages, planReminders, REMINDER_SETTING } from './plan-reminders.ts';
export { MESSAGE_TIMES, sendNextMessage } from './send-next-message.ts';
