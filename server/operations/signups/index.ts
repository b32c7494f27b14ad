export { amendSignup, deleteSignups, readSignup, updateSignups } from './admin.ts';
export { findMember, findOrCreateMember, leaveByCommand, showNextGame, signUpByCommand } from './botc.ts';
export { listOwnSignups, putSignup, removeSignup, requireActiveEvent, updateSignup } from './signups.ts';
