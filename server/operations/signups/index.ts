export { type AddedSignup, addSignup, saveAddedSignup } from './add-signup.ts';
export {
	amendSignup,
	countSignupUsers,
	deleteSignups,
	readSelectedSignups,
	readSignup,
	type SelectedSignups,
	updateSignups,
} from './amend-signups.ts';
export {
	deleteOwnSignup,
	putSignup,
	removeSignup,
	requireActiveEvent,
	requireActiveStatus,
	saveOwnSignup,
	updateSignup,
} from './put-signup.ts';
export { findEventSignup, listOwnSignups, type OwnHistory, readOwnHistory } from './queries.ts';
export {
	endRegular,
	isSeriesRunning,
	listRegulars,
	type OwnRegular,
	setRegular,
	signUpRegulars,
} from './set-regular.ts';
