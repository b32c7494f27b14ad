export { selectSignupsPage } from './list-signups.ts';
export { readEventPage } from './read-event-page.ts';
