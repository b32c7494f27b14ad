import type { HeadersArgs } from 'react-router';

/** What a refusal says in headers (Retry-After) goes with its page. */
export const passHeaders = ({ errorHeaders, parentHeaders }: HeadersArgs): Headers =>
	errorHeaders ?? parentHeaders;
