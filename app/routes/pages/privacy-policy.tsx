import { useSite } from '~/app/ui/site-context.tsx';
import { ACCOUNT_TEXTS } from '~/domain/users/account-data.ts';
import type { Route } from './+types/privacy-policy.ts';
import { LegalSummary, StaticPage, TextLink, TextSection } from './static-page.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Privacy Policy · Townbell' }];

/** What the software stores, by heading. What `ACCOUNT_DATA` does not name must change here with database/migrations. */
const KEPT = {
	'From Discord, when you sign in':
		'your Discord ID, your username and display name, the code of your picture, and whether you hold the required role on the server. We discard the keys that Discord gives us for this as soon as we have read them. No e-mail address, no messages, no friends.',
	'Your profile':
		'the name you want to go by, your role here, your theme and your switches, when you want Discord messages, how much you say you have played, and when you first signed in.',
	'Your game nights and preferences': `your ${ACCOUNT_TEXTS.kept}. With a signup we keep its notes and where it came from, with a seat the notes that creators made for the split. Events are those that you create or run; preferences are the players and storytellers that you like to play with, and your profile notes. We also keep which Discord role the bot gave you for an event.`,
	'Where you are signed in':
		'for each browser its name (such as “Firefox on Windows”), when it signed in and was last used, and your API tokens with their names and last use. Of the secrets themselves we keep only a hash.',
	'For safety':
		'what creators and admins changed, with IDs but no names. For a day, that a form was sent, so that it is not saved twice. For about an hour, how many requests a user made, and how many sign-ins or failed credentials came from a network address, of which we keep only a hash.',
};

const SEEN = {
	'Every signed-in member': `your names, your picture, your Discord ID, your role, and your ${ACCOUNT_TEXTS.seenByMembers}, but no notes.`,
	'Creators and admins also see': `your ${ACCOUNT_TEXTS.seenByCreators}, your signup notes, how much you say you have played, and how many players would like which script. They split the groups by your notes and preferences. The storyteller of your group sees your entry in the roll call too.`,
	Discord:
		'events may be posted to the server as scheduled events, and announced in a channel with the names of those who signed up, never with notes or preferences. While your Notifications are on, the bot writes to you there about events: their time and place, who runs them, and your own signup. A reminder in an event’s thread names you there with the others. If the community has a role for those who play tonight, the server sees who has it. Profile pictures come straight from Discord’s image network, so your browser asks Discord for them.',
};

export default function PrivacyPolicy() {
	const { communityName } = useSite();
	return (
		<StaticPage
			title="Privacy Policy"
			subtitle={`What Townbell stores about the members of ${communityName}, who sees it, and how to delete it.`}
		>
			<LegalSummary />
			<TextSection title="What we keep about you">
				<LabeledList of={KEPT} />
				<p>
					If you signed up on the Discord server before you came here, an import may have made a profile for
					your Discord ID already. It becomes yours when you sign in.
				</p>
				<p>
					The server’s log has one line for each request: the time, the page without what you typed, and the
					ID of your account. Notes, comments, names and secrets are not in it.
				</p>
			</TextSection>
			<TextSection title="Who sees it">
				<LabeledList of={SEEN} />
				<p>We sell nothing, show no advertisements and use no analytics.</p>
			</TextSection>
			<TextSection title="How long we keep it">
				<ul>
					<li>Your profile and what belongs to it stay until you delete it, or an admin does.</li>
					<li>
						What creators and admins delete or change is kept for at most 30 days, so that it can be undone.
						What you delete yourself is not.
					</li>
					<li>
						Whether you were at an event is kept for 26 weeks; then only the number of your nights stays.
					</li>
					<li>
						A session ends 30 days after its last use, 90 days after you signed in, or when you sign out. An
						API token ends after a year, or when you revoke it.
					</li>
					<li>
						Deleting your profile removes your account, your {ACCOUNT_TEXTS.deleted}, your place in other
						members’ preferences, your sessions and tokens, at once and for good. Your {ACCOUNT_TEXTS.staying}{' '}
						stay without your name; the events then have an ‘Unknown Creator’. If you have a role from the bot
						then, your Discord ID stays until the bot has taken it, for at most a week.
					</li>
					<li>
						We keep a record of which messages the bot sent you, and when, and what you wrote to the players
						of an event, until a week after the event. The messages themselves stay on Discord.
					</li>
					<li>
						A scrambled form of your Discord ID remains, from which we cannot read the ID. It only keeps an
						import from bringing you back. If you were an admin, it also keeps since when, so that signing in
						again does not make you one. It is deleted when you sign in again.
					</li>
				</ul>
			</TextSection>
			<TextSection title="What you can do">
				<ul>
					<li>
						See, change and download your data on your <TextLink to="/profile">profile</TextLink>.
					</li>
					<li>Sign out other browsers, and revoke API tokens and your calendar link there.</li>
					<li>
						<TextLink to="/profile/delete">Delete your profile</TextLink> whenever you like.
					</li>
					<li>Ask an admin of {communityName} about anything that this page doesn't cover.</li>
				</ul>
				<p>
					See also the <TextLink to="/terms-of-use">Terms of Use</TextLink> and the{' '}
					<TextLink to="/cookie-policy">Cookie Policy</TextLink>.
				</p>
			</TextSection>
		</StaticPage>
	);
}

const LabeledList = ({ of }: { of: Record<string, string> }) => (
	<ul>
		{Object.entries(of).map(([label, text]) => (
			<li key={label}>
				<b>{label}:</b> {text}
			</li>
		))}
	</ul>
);
