export { DiscordMirror, ImportRun } from './discord.ts';
export { Comment, Event, EventSeries } from './events.ts';
export { ApiToken, ErasedId, Session, SignInToken, User } from './people.ts';
export { Signup } from './signups.ts';
export { AuditEntry, Setting } from './site.ts';
