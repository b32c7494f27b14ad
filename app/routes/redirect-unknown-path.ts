import { redirect } from 'react-router';

/** Any other path redirects to the events (spec, section 2). */
const toEvents = () => redirect('/events');

export { toEvents as action, toEvents as loader };
