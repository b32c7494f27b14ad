export { announceNext } from './announce-next.ts';
export { ANNOUNCEMENT_TIMES, IS_OUT_OF_DATE, JOIN_SUBJECT } from './lease-announcement.ts';
export {
	checkChannels,
	checkMentionedRole,
	noteDeletedChannel,
	noteDeletedRole,
	postLostAnnouncements,
} from './note-deletions.ts';
export { readAnnouncementSettings, readLostPosts } from './queries.ts';
export {
	announceNearEvents,
	announceSeries,
	endAnnouncement,
	requestGroupPost,
	restartAnnouncement,
	startAnnouncement,
} from './request-announcement.ts';
