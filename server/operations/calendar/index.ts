export { type CalendarSource, readCalendarEvent, readCalendarFeed } from './feed.ts';
export { readCalendarLink, renewCalendarLink, revokeCalendarLink } from './link.ts';
