import { Announcement } from './announcement.ts';
import { AnnouncementChange } from './announcement-change.ts';
import { ApiToken } from './api-token.ts';
import { Attendance } from './attendance.ts';
import { AuditEntry } from './audit-entry.ts';
import { CalendarRevision } from './calendar-revision.ts';
import { Comment } from './comment.ts';
import { DeletedEvent } from './deleted-event.ts';
import { DirectMessage } from './direct-message.ts';
import { DiscordMirror } from './discord-mirror.ts';
import { ErasedId } from './erased-id.ts';
import { Event } from './event.ts';
import { EventChange } from './event-change.ts';
import { EventNotice } from './event-notice.ts';
import { EventScript } from './event-script.ts';
import { EventSeries } from './event-series.ts';
import { EventStoryteller } from './event-storyteller.ts';
import { Group } from './group.ts';
import { GroupCoStoryteller } from './group-co-storyteller.ts';
import { GroupKeepApart } from './group-keep-apart.ts';
import { GroupPin } from './group-pin.ts';
import { GroupPlayer } from './group-player.ts';
import { IdempotencyKey } from './idempotency-key.ts';
import { Image } from './image.ts';
import { ImportRun } from './import-run.ts';
import { InterestWithdrawal } from './interest-withdrawal.ts';
import { LastWrite } from './last-write.ts';
import { PlaceDue } from './place-due.ts';
import { PlayedGroup } from './played-group.ts';
import { PlayedSeat } from './played-seat.ts';
import { PlayerPreference } from './player-preference.ts';
import { Preference } from './preference.ts';
import { RateLimit } from './rate-limit.ts';
import { Script } from './script.ts';
import { ScriptVote } from './script-vote.ts';
import { SeriesRegular } from './series-regular.ts';
import { SeriesStoryteller } from './series-storyteller.ts';
import { Session } from './session.ts';
import { Setting } from './setting.ts';
import { SignInToken } from './sign-in-token.ts';
import { Signup } from './signup.ts';
import { Undo } from './undo.ts';
import { UndoRow } from './undo-row.ts';
import { User } from './user.ts';

export {
	Announcement,
	AnnouncementChange,
	ApiToken,
	Attendance,
	AuditEntry,
	CalendarRevision,
	Comment,
	DeletedEvent,
	DirectMessage,
	DiscordMirror,
	ErasedId,
	Event,
	EventChange,
	EventNotice,
	EventScript,
	EventSeries,
	EventStoryteller,
	Group,
	GroupCoStoryteller,
	GroupKeepApart,
	GroupPin,
	GroupPlayer,
	IdempotencyKey,
	Image,
	ImportRun,
	InterestWithdrawal,
	LastWrite,
	PlaceDue,
	PlayedGroup,
	PlayedSeat,
	PlayerPreference,
	Preference,
	RateLimit,
	Script,
	ScriptVote,
	SeriesRegular,
	SeriesStoryteller,
	Session,
	Setting,
	SignInToken,
	Signup,
	Undo,
	UndoRow,
	User,
};

/** All models, for registering them with the connection. */
export const models = [
	Announcement,
	AnnouncementChange,
	ApiToken,
	Attendance,
	AuditEntry,
	CalendarRevision,
	Comment,
	DeletedEvent,
	DirectMessage,
	DiscordMirror,
	ErasedId,
	EventChange,
	EventNotice,
	EventScript,
	EventSeries,
	EventStoryteller,
	Event,
	GroupCoStoryteller,
	GroupKeepApart,
	GroupPin,
	GroupPlayer,
	Group,
	IdempotencyKey,
	Image,
	ImportRun,
	LastWrite,
	InterestWithdrawal,
	PlaceDue,
	PlayedGroup,
	PlayedSeat,
	PlayerPreference,
	Preference,
	RateLimit,
	Script,
	ScriptVote,
	SeriesRegular,
	SeriesStoryteller,
	Session,
	Setting,
	SignInToken,
	Signup,
	Undo,
	UndoRow,
	User,
];
