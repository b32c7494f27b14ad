export { announceNext } from './announce-next.ts';
export { checkMentionedRole, noteDeletedRole } from './mentioned-role.ts';
export {
	checkChannels,
	noteDeletedChannel,
	postLostAnnouncements,
	readLostPosts,
} from './note-deleted-channel.ts';
export {
	announceNearEvents,
	announceSeries,
	endAnnouncement,
	readAnnouncementSettings,
	requestGroupPost,
	restartAnnouncement,
	startAnnouncement,
} from './request-announcement.ts';
