export { type CalendarSource, hasComingEvents, readCalendarEvent, readCalendarFeed } from './feed.ts';
export { readCalendarLink, renewCalendarLink, revokeCalendarLink } from './link.ts';
