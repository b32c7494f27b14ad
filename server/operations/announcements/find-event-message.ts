import { one } from '~/database/sql.ts';
import { type AnnouncedEvent, toAnnouncement, toThreadName } from '~/domain/discord/announcement.ts';
import { POST_REFUSALS } from '~/domain/discord/post-problems.ts';
import { AUTO_SPLIT_SETTING, readAutoSplitConfig } from '~/domain/groups/config.ts';
import type { Decision } from '~/domain/places/decision.ts';
import { countPlaces } from '~/domain/places/places.ts';
import { fromStoredCapacity } from '~/domain/places/schema.ts';
import { describeDecision, describePlaces } from '~/domain/places/texts.ts';
import {
	getSection,
	getStanding,
	type StandingSection,
	type StandingSignup,
} from '~/domain/signups/standing.ts';
import { mapStatuses, STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { WRITTEN_COLUMNS } from '../../wire/events.ts';
import { buildPositionSql } from '../../wire/places.ts';
import { STANDBY } from '../../wire/signups.ts';
import {
	buildLeftBeforeStartSql,
	buildNameJsonSql,
	type NameRow,
	toDisplayName,
} from '../../wire/user-sql.ts';
import { getEventUrl } from '../mirror/index.ts';
import { type AnnouncedImage, type DesiredMessage, hashContent } from './lease-announcement.ts';
import { readAnnouncementSettings } from './queries.ts';

type Row = Omit<AnnouncedEvent, 'storytellers' | 'signups' | 'places' | 'decision' | 'waitlist'> & {
	image: AnnouncedImage | null;
	storytellers: NameRow[];
	signups: (Omit<StandingSignup, 'user_id'> & { runs: boolean; user: NameRow })[];
	capacity: number | null;
	decision: Decision | null;
	config: string | null;
};

/** Returns the message that announces an event; null when the event does not exist. */
export async function findEventMessage({
	event_id: eventId,
	is_quiet: isQuiet = false,
}: {
	event_id: string;
	is_quiet?: boolean;
}): Promise<DesiredMessage | null> {
	const found = await findAnnouncedEvent(eventId);
	if (!found) return null;
	const { event, image } = found;
	const { channelId, roleId, isRoleDeleted, hasThreads } = await readAnnouncementSettings();
	const isActive = event.status === 'active';
	const address = getEventUrl(event.id);
	const content = toAnnouncement(event, { address, imageFile: null });
	const name = `event.${image?.mime.slice('image/'.length)}`;
	return {
		content,
		contentHash: hashContent(content),
		picture: image && { ...image, name, content: toAnnouncement(event, { address, imageFile: name }) },
		roleId: isRoleDeleted || isQuiet ? null : roleId || null,
		userIds: [],
		channelIds: channelId ? [channelId] : [],
		refusal: isActive ? null : POST_REFUSALS.eventNotActive,
		threadName: isActive ? toThreadName(event.title) : null,
		opensThread: hasThreads,
		groups: null,
	};
}

/** Returns what an announcement shows of an event (no notes or preferences), and its picture; null without the event. */
async function findAnnouncedEvent(
	eventId: string,
): Promise<{ event: AnnouncedEvent; image: AnnouncedImage | null } | null> {
	const row = await one<Row>(
		`SELECT e.id, ${WRITTEN_COLUMNS}, e.status, e.decision, e.cancel_reason AS "cancelReason",
			(SELECT json_build_object('id', i.id::text, 'hash', i.content_hash, 'mime', i.mime) FROM images i WHERE i.id = e.image_id) AS image,
			coalesce((SELECT json_agg(${buildNameJsonSql('u')} ORDER BY es.position, u.id)
				FROM event_storytellers es JOIN users u ON u.id = es.user_id WHERE es.event_id = e.id), '[]') AS storytellers,
			coalesce((SELECT json_agg(json_build_object('status', s.status, 'place', s.place,
				'waitlist_position', ${buildPositionSql('s')}, 'standby', ${STANDBY}, 'has_left', ${buildLeftBeforeStartSql('s')},
				'runs', EXISTS (SELECT FROM event_storytellers st WHERE st.event_id = e.id AND st.user_id = s.user_id), 'user', ${buildNameJsonSql('u')}) ORDER BY s.created_at, s.id)
				FROM signups s JOIN users u ON u.id = s.user_id WHERE s.event_id = e.id), '[]') AS signups,
			e.capacity, (SELECT value FROM settings WHERE key = '${AUTO_SPLIT_SETTING}') AS config
		FROM events e WHERE e.id = :eventId`,
		{ eventId },
	);
	if (!row) return null;
	const { image, storytellers, signups, capacity, config, decision, ...fields } = row;
	const places = countPlaces(fromStoredCapacity(capacity), {
		storytellers: storytellers.length,
		maxPlayersPerGroup: readAutoSplitConfig(config).maxPlayersPerGroup,
	});
	const standings = signups
		.map(({ user, ...signup }) => ({
			user,
			position: signup.waitlist_position ?? 0,
			standing: getStanding({
				...signup,
				position: signup.waitlist_position,
				hasLeft: signup.has_left,
				eventStatus: fields.status,
			}),
		}))
		// The sort is stable: all who do not wait stay in the order of their signups.
		.sort((one, other) => one.position - other.position);
	const listSection = (section: StandingSection) =>
		standings.filter(({ standing }) => getSection(standing, places !== null) === section);
	const waitlist = listSection('waitlist');
	return {
		event: {
			...fields,
			storytellers: storytellers.map((user) => toDisplayName(user, 'storyteller')),
			signups: mapStatuses((status) => listSection(status).map(({ user }) => toDisplayName(user))),
			decision: describeDecision({ decision, status: fields.status }),
			places: describePlaces({
				places,
				places_taken: standings.filter(({ standing }) => standing.kind === 'placed').length,
				waitlist_count: waitlist.length,
			}),
			waitlist: waitlist.map(({ user, standing }) => {
				const name = toDisplayName(user);
				return standing.late ? `${name} (${STATUS_LABELS.late})` : name;
			}),
		},
		image,
	};
}
