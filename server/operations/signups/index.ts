export { amendSignup, deleteSignups, readSignup, updateSignups } from './admin.ts';
export { findMember, leaveByCommand, meetMember, showNextGame, signUpByCommand } from './botc.ts';
export { listOwnSignups, putSignup, removeSignup, requireActiveEvent, updateSignup } from './signups.ts';
