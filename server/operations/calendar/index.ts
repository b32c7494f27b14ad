export { type CalendarSource, hasComingEvents, readCalendarEvent, readCalendarFeed } from './queries.ts';
export { readCalendarLink, renewCalendarLink, revokeCalendarLink } from './renew-calendar-link.ts';
