import { redirect } from 'react-router';

/** Any other path leads to the events (spec, section 2). */
const toEvents = () => redirect('/events');

export { toEvents as action, toEvents as loader };
