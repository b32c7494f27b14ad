export { MESSAGE_TIMES } from './lease-message.ts';
export { listMissingMembers, nudgeUsers, readNudge } from './nudge-users.ts';
export { NOTICE_TIMES, planNotices } from './plan-notices.ts';
export { deleteFinishedMessages, planReminders, REMINDER_SETTING } from './plan-reminders.ts';
export { sendNextMessage } from './send-next-message.ts';
export {
	countRecipients,
	type MessageForm,
	openMessageForm,
	readMessageForm,
	type StoredMessage,
	sendMessage,
	sendStoredMessage,
	storeMessage,
} from './send-player-message.ts';
