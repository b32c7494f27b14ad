export { announceNext } from './announcing.ts';
export { checkMentionedRole, noteDeletedRole } from './mentioned-role.ts';
export {
	announceNearEvents,
	announceSeries,
	endAnnouncement,
	readAnnouncementSettings,
	requestGroupPost,
	restartAnnouncement,
	startAnnouncement,
} from './requests.ts';
