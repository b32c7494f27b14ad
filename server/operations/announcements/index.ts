export { announceNext } from './announcing.ts';
export {
	checkChannels,
	noteDeletedChannel,
	postLostAnnouncements,
	readLostPosts,
} from './deleted-channels.ts';
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
