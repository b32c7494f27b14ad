export type ErrorText = { title: string; text: string; retry?: boolean };

const SERVER_ERROR: ErrorText = {
	title: 'Something went wrong',
	text: 'The error is on our side, and nothing you entered was saved. Please try again in a moment.',
	retry: true,
};
const UNAVAILABLE: ErrorText = {
	title: 'Townbell is temporarily unavailable',
	text: 'Your saved data is safe. Please try again in a moment.',
	retry: true,
};

const TEXTS: Record<number, ErrorText> = {
	400: {
		title: 'That link or form is incomplete',
		text: 'Please go back and try again.',
	},
	401: { title: 'Please sign in', text: 'Your session has ended. Sign in again to continue.' },
	403: { title: 'Access Denied', text: "You don't have permission to access this page." },
	404: { title: 'Page not found', text: 'There is no page at this address.' },
	405: { title: "That doesn't work here", text: 'This address does not take that kind of request.' },
	409: {
		title: 'Someone else changed this',
		text: 'It changed while this page was open, so nothing was saved. Reload the page and try again.',
		retry: true,
	},
	413: { title: 'That is too large', text: 'What you sent is over the size limit. Please send less.' },
	422: { title: 'Something needs fixing', text: 'Please go back and check what you entered.' },
	429: {
		title: 'Too many requests',
		text: 'Please wait a minute and try again.',
		retry: true,
	},
	502: {
		title: "Discord isn't responding",
		text: 'Discord cannot be reached right now. Please try again in a moment.',
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
