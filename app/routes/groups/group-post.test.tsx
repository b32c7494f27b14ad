import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { GroupPost, type GroupPostProps } from './group-post.tsx';

const URL = 'https://discord.com/channels/1/2/3';
const IN_THREAD = 'They go to the thread of the event on Discord. Only the users in the groups are notified.';
type Message = NonNullable<NonNullable<GroupPostProps['event']['groupPost']>['message']>;
type Given = Partial<GroupPostProps['event']> & {
	isUnsaved?: boolean;
	frozenReason?: string;
	refusal?: string;
};

function readWords({ isUnsaved, frozenReason, refusal, ...changes }: Given): string {
	const event = {
		id: '7',
		status: 'active',
		groupPost: { message: null, place: 'thread' },
		...changes,
	} as const;
	const Page = createRoutesStub([
		{
			path: '/',
			Component: () => (
				<GroupPost
					formKey="key"
					event={event}
					isUnsaved={isUnsaved}
					frozenReason={frozenReason}
					refusal={refusal}
				/>
			),
		},
	]);
	return renderToStaticMarkup(<Page />)
		.replace(/<svg.*?<\/svg>/g, '')
		.replace(/<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ')
		.replaceAll('&#x27;', "'")
		.trim();
}
const posted = (state: Message['state'], { error = null, url = null }: Partial<Message> = {}) => ({
	groupPost: { message: { state, error, url }, place: null } as const,
});

test.each<[string, Given, string]>([
	['groups that were not posted', {}, `Post groups to Discord ${IN_THREAD}`],
	[
		'groups of an event without a thread',
		{ groupPost: { message: null, place: 'channel' } },
		'Post groups to Discord They go to the announcement channel on Discord. Only the users in the groups are notified.',
	],
	[
		'unsaved changes',
		{ isUnsaved: true },
		`Post groups to Discord ${IN_THREAD} Discord gets the saved groups, without your unsaved changes.`,
	],
	['unsaved groups without script', { isUnsaved: true, frozenReason: 'Save first.' }, 'Save first.'],
	['a player', { groupPost: null }, ''],
	['no channel', { groupPost: { message: null, place: null } }, ''],
	['a cancelled event', { status: 'cancelled' }, ''],
	['groups on their way', posted('pending'), 'Posting the groups to Discord…'],
	[
		'groups on their way while Discord is down',
		posted('pending', { error: 'Discord is down.' }),
		'Posting the groups to Discord… Discord is down. Post groups to Discord again',
	],
	[
		'posted groups',
		posted('posted', { url: URL }),
		'Groups posted on Discord Post groups to Discord again The message on Discord is edited and says what changed.',
	],
	[
		'groups that could not be posted',
		posted('failed', { error: 'It was refused.' }),
		'Not posted on Discord. It was refused. Post groups to Discord again',
	],
	[
		'posted groups of a cancelled event',
		{ status: 'cancelled', ...posted('posted', { url: URL }) },
		'Groups posted on Discord',
	],
	[
		'a refusal',
		{ groupPost: { message: null, place: null }, refusal: 'No groups are saved.' },
		'Failed to post the groups to Discord. No groups are saved.',
	],
])('of %s', (_, given, words) => {
	expect(readWords(given)).toBe(words);
});
