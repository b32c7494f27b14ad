export { postAnnouncement } from './announcement.ts';
export { deleteEvents, describeEvents, type SelectedEvents } from './bulk-deletion.ts';
export { completeEndedEvents } from './completion.ts';
export { deleteEvent } from './deletion.ts';
export { chooseDiscordTime } from './discord-time.ts';
export { cancelEvent, createEvent, reinstateEvent, updateEvent } from './editing.ts';
export { type ChosenImage, chooseImage, getImageId, readStoredImage, uploadImage } from './images.ts';
export {
	endSeries,
	type FollowingEdit,
	type FollowingPreview,
	previewFollowing,
	readSeries,
} from './later-events.ts';
export { watchEvents } from './live-stream.ts';
export { requireRetryable, retryMirror } from './mirror-retry.ts';
export { readLinkPreview } from './preview.ts';
export {
	buildEventSources,
	buildUsersJsonSql,
	EVENT_ANNOUNCEMENT,
	EVENT_COLUMNS,
	EVENT_GROUP_POST,
	EVENT_MINIMUM,
	EVENT_NEIGHBOURS,
	EVENT_SOURCES,
	EVENT_STORYTELLERS,
	RUNS_EVENT,
	SERIES_PROGRESS,
	selectEvent,
	selectEvents,
	selectSignup,
	selectSignups,
	USER_JSON,
} from './queries.ts';
export {
	isSeriesOnDiscord,
	listEvents,
	listEventTimes,
	listPastEvents,
	readEvent,
} from './reading.ts';
export { insertEvent, lockEvent } from './saving.ts';
export { continueSeries, insertSeries, startSeries, updateSeries } from './series.ts';
export {
	type CreatedWeek,
	createTemplateWeek,
	findCreatedWeek,
	planTemplateWeek,
	readTemplateForm,
} from './template-week.ts';
export { listUpcomingEvents } from './upcoming.ts';
export { type EventFormFacts, listUsualEvents, readEventFormFacts, readEventToCopy } from './usual.ts';
