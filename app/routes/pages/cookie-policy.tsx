import { Table, Td, Tr } from '~/app/ui/table.tsx';
import type { CookieName } from '~/server/auth/cookies.ts';
import type { Route } from './+types/cookie-policy.ts';
import { LegalSummary, StaticPage, TextLink, TextSection } from './static-page.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Cookie Policy · Townbell' }];

/** All cookies that the server or the page sets: what each is for, and how long it stays. */
const COOKIES: Record<CookieName, [use: string, time: string]> = {
	session: [
		"Keeps you signed in. Scripts on the page can't read it.",
		'30 days from the last use, at most 90 days, or until you sign out',
	],
	'XSRF-TOKEN': [
		'Proves that a change comes from our pages and not from another site.',
		'Same as the session cookie',
	],
	'sign-in': [
		'Binds a sign-in to the browser that started it, and keeps where you wanted to go.',
		'10 minutes',
	],
	'discord-state': ['Protects the trip to Discord and back during sign-in.', '10 minutes'],
	flash: ['A notice for the next page, such as ‘Your profile was saved’.', '1 minute, or until it is shown'],
	theme: ['Your theme, dark or light.', '1 year'],
	zone: ['Your time zone, so that pages show local times.', '1 year'],
	change: [
		'Makes sure that the next page shows the latest change that this browser was told about.',
		'1 minute',
	],
};

export default function CookiePolicy() {
	return (
		<StaticPage
			title="Cookie Policy"
			subtitle="A few small cookies, all of them ours, none of them for advertising or for counting visitors."
		>
			<TextSection title="The cookies we set">
				<Table caption="Cookies" columns={['Cookie', 'What it is for', 'How long']}>
					{Object.entries(COOKIES).map(([name, [use, time]]) => (
						<Tr key={name}>
							<Td label="Cookie" rowHead>
								<b>{name}</b>
							</Td>
							<Td label="What it is for">{use}</Td>
							<Td label="How long">{time}</Td>
						</Tr>
					))}
				</Table>
				<p>
					Your browser’s local storage also holds one word under <b>theme</b>: dark or light. Without session,
					sign-in and discord-state you cannot sign in; the others only make things nicer. Over https the
					names session, sign-in, discord-state and flash begin with __Host-.
				</p>
			</TextSection>
			<TextSection title="Other sites">
				<p>
					Signing in takes you to Discord, which sets its own cookies under its own rules. Profile pictures
					come from Discord’s image network; we send it no cookie of ours.
				</p>
			</TextSection>
			<TextSection title="Your choice">
				<p>
					Signing out removes session and XSRF-TOKEN. You can delete or block any cookie in your browser’s
					settings; if you block session, you cannot sign in. For what we store, see the{' '}
					<TextLink to="/privacy-policy">Privacy Policy</TextLink>.
				</p>
			</TextSection>
			<LegalSummary />
		</StaticPage>
	);
}
