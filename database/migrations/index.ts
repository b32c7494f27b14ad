import { users } from './0001-people.ts';
import { events } from './0002-events.ts';
import { groups } from './0003-groups.ts';
import { site } from './0004-site.ts';
import { rateLimits } from './0005-rate-limits.ts';
import { imageTimes } from './0006-image-times.ts';
import { mirrorState } from './0008-mirror-memory.ts';
import { adminLists } from './0009-admin-lists.ts';
import { adminTools } from './0011-admin-tools.ts';
import { interestWithdrawals } from './0012-interest-withdrawals.ts';
import { credentials } from './0013-credentials.ts';
import { importsAndTemplates } from './0014-imports-and-templates.ts';
import { declinedSeats } from './0015-declined-seats.ts';
import { signupOrder } from './0016-signup-order.ts';
import { organizerNames } from './0017-organizer-names.ts';
import { sessionBrowsers } from './0020-session-browsers.ts';
import { announcements } from './0021-announcements.ts';
import { directMessages } from './0022-direct-messages.ts';
import { eventChanges } from './0023-event-changes.ts';
import { calendar } from './0024-calendar.ts';
import { lastWrite } from './0025-last-write.ts';
import { lastWrites } from './0026-last-writes.ts';
import { userSavedAt } from './0027-user-saved-at.ts';
import { changedDeclinedSeats } from './0028-changed-declined-seats.ts';
import { foldScripts } from './0029-fold-scripts.ts';
import { seriesStart } from './0030-series-start.ts';
import { calendarRevisions } from './0031-calendar-revisions.ts';
import { siteChanges } from './0032-site-changes.ts';
import { cancelReason } from './0033-cancel-reason.ts';
import { places } from './0034-places.ts';
import { enoughPlayers } from './0035-enough-players.ts';
import { partOfAnEvent } from './0036-part-of-an-event.ts';
import { eventSeries } from './0037-event-series.ts';
import { undo } from './0038-undo.ts';
import { attendance } from './0039-attendance.ts';
import { scripts } from './0040-scripts.ts';
import { rollCallMessages } from './0041-roll-call-messages.ts';
import { scriptVotes } from './0042-script-votes.ts';
import { rounds } from './0043-rounds.ts';
import { experience } from './0044-experience.ts';
import { coStorytellers } from './0045-co-storytellers.ts';
import { foldPunctuation } from './0046-fold-punctuation.ts';
import { changedNames } from './0047-changed-names.ts';
import { undoEndOfSeries } from './0048-undo-end-of-series.ts';
import { announceLater } from './0049-announce-later.ts';
import { deletedEvents } from './0050-deleted-events.ts';
import { lostPlaces } from './0051-lost-places.ts';
import { placesDue } from './0052-places-due.ts';
import { departures } from './0053-departures.ts';
import { placesByStatus } from './0054-places-by-status.ts';
import { endedOffers } from './0055-ended-offers.ts';
import { undoByUser } from './0056-undo-by-user.ts';
import { foldInEveryLocale } from './0057-fold-in-every-locale.ts';
import { threadNames } from './0058-thread-names.ts';
import { movedTimes } from './0059-moved-times.ts';
import { readableSettings } from './0060-readable-settings.ts';
import type { Migration } from './migration.ts';

/**
 * All migrations, in order. This is a list instead of a folder scan because the production build bundles
 * them.
 */
export const migrations: readonly Migration[] = [
	users,
	events,
	groups,
	site,
	rateLimits,
	imageTimes,
	mirrorState,
	adminLists,
	adminTools,
	interestWithdrawals,
	credentials,
	importsAndTemplates,
	declinedSeats,
	signupOrder,
	organizerNames,
	sessionBrowsers,
	announcements,
	directMessages,
	eventChanges,
	calendar,
	lastWrite,
	lastWrites,
	userSavedAt,
	changedDeclinedSeats,
	foldScripts,
	seriesStart,
	calendarRevisions,
	siteChanges,
	cancelReason,
	places,
	enoughPlayers,
	partOfAnEvent,
	eventSeries,
	undo,
	attendance,
	scripts,
	rollCallMessages,
	scriptVotes,
	rounds,
	experience,
	coStorytellers,
	foldPunctuation,
	changedNames,
	undoEndOfSeries,
	announceLater,
	deletedEvents,
	lostPlaces,
	placesDue,
	departures,
	placesByStatus,
	endedOffers,
	undoByUser,
	foldInEveryLocale,
	threadNames,
	movedTimes,
	readableSettings,
];
