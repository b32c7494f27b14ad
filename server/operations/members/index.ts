export { confirmDepartures, findDepartureHold, passOnDepartures } from './departures.ts';
