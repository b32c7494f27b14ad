export type ErrorText = { title: string; text: string; retry?: boolean };

const SERVER_ERROR: ErrorText = {
	title: 'The bell rope slipped',
	text: 'Something went wrong on our side. Nothing you entered was saved; please try again in a moment.',
	retry: true,
};
const UNAVAILABLE: ErrorText = {
	title: 'The town is asleep',
	text: 'The server cannot reach what it needs right now. What was saved is safe; please try again in a minute.',
	retry: true,
};

const TEXTS: Record<number, ErrorText> = {
	400: {
		title: 'That request made no sense',
		text: 'The address or the form was not complete. Please go back and try again.',
	},
	401: { title: 'Please sign in', text: 'Your session has ended. Sign in again to go on.' },
	403: { title: 'Access Denied', text: "You don't have permission to access this page." },
	404: { title: 'Nobody lives here', text: 'There is no page at this address.' },
	405: { title: 'That does not work here', text: 'This address does not take that kind of request.' },
	409: {
		title: 'Somebody was faster',
		text: 'This changed while you were looking at it. Please load it again.',
		retry: true,
	},
	413: { title: 'That is too large', text: 'What you sent is larger than we take.' },
	422: { title: 'Something is not right yet', text: 'Please go back and check what you entered.' },
	429: {
		title: 'One bell at a time',
		text: 'That was too much at once. Please wait a minute and try again.',
		retry: true,
	},
	502: {
		title: 'Discord does not answer',
		text: 'Discord cannot be reached right now. Please try again in a minute.',
		retry: true,
	},
	503: UNAVAILABLE,
	504: UNAVAILABLE,
};

/**
 * Returns the texts of an error page. An unknown status from 500 on is described as our error, any other as
 * the request's.
 */
export function getErrorText(status: number): ErrorText {
	return TEXTS[status] ?? (status >= 400 && status < 500 ? (TEXTS[400] ?? SERVER_ERROR) : SERVER_ERROR);
}
