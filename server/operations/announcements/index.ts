export { announceNext } from './announcing.ts';
export {
	endAnnouncement,
	readAnnouncementSettings,
	requestGroupPost,
	restartAnnouncement,
	startAnnouncement,
} from './requests.ts';
