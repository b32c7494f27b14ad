export { confirmDepartures, findDepartureHold, passOnDepartures } from './pass-on-departures.ts';
