export { cancelEvent, reinstateEvent } from './cancel-event.ts';
export { type FollowingEdit, type FollowingPreview, previewFollowing } from './change-following.ts';
export { chooseDiscordTime } from './choose-discord-time.ts';
export { completeEndedEvents } from './complete-ended-events.ts';
export { continueSeries } from './continue-series.ts';
export { createEvent } from './create-event.ts';
export {
	type CreatedWeek,
	createTemplateWeek,
	findCreatedWeek,
	planTemplateWeek,
	readTemplateForm,
} from './create-template-week.ts';
export { deleteEvent, deleteEvents, readSelectedEvents, type SelectedEvents } from './delete-events.ts';
export { listUpcomingEvents } from './list-upcoming-events.ts';
export { postAnnouncement } from './post-announcement.ts';
export {
	type EventFormFacts,
	listUsualEvents,
	readEventFormFacts,
	readEventToCopy,
} from './prefill-event-form.ts';
export {
	buildMessageSql,
	buildUsersJsonSql,
	EVENT_ANNOUNCEMENT,
	EVENT_COLUMNS,
	EVENT_MINIMUM,
	EVENT_SOURCES,
	EVENT_STORYTELLERS,
	isSeriesOnDiscord,
	listEvents,
	listEventTimes,
	listPastEvents,
	readEvent,
	readLinkPreview,
	SHARED_COLUMNS,
	selectEvent,
	selectEventDetail,
	selectEvents,
	USER_JSON,
} from './queries.ts';
export { readSeries, readSeriesDates } from './read-series.ts';
export { requireRetryable, retryMirror } from './retry-mirror.ts';
export { insertEvent } from './save-event.ts';
export { endSeries, insertSeries, startSeries, updateSeries } from './start-series.ts';
export { updateEvent } from './update-event.ts';
export { type ChosenImage, chooseImage, getImageId, readStoredImage, uploadImage } from './upload-image.ts';
export { watchEvents } from './watch-events.ts';
