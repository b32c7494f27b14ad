import { useSite } from '~/app/ui/site-context.tsx';
import type { Route } from './+types/privacy-policy.ts';
import { LegalSummary, StaticPage, TextLink, TextSection } from './static-page.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Privacy Policy · Townbell' }];

/** The list of what the software stores. When database/migrations change it, this page must change too. */
export default function PrivacyPolicy() {
	const { communityName } = useSite();
	return (
		<StaticPage
			title="Privacy Policy"
			subtitle={`What Townbell stores about the members of ${communityName}, who sees it, and how to delete it.`}
		>
			<LegalSummary />
			<TextSection title="What we keep about you">
				<ul>
					<li>
						<b>From Discord, when you sign in:</b> your Discord ID, your username and display name, the code
						of your picture, and whether you hold the required role on the server. We discard the keys that
						Discord gives us for this as soon as we have read them. No e-mail address, no messages, no
						friends.
					</li>
					<li>
						<b>Your profile:</b> the name you want to go by, your role here, your theme and your switches, and
						when you first signed in.
					</li>
					<li>
						<b>Your game nights:</b> your signups with their notes and where they came from, the Discord role
						that the bot gave you for an event, your answers about dates, the comments and messages that you
						write, the events that you create or run, and the groups that you were put into, with the notes
						that creators made for the split.
					</li>
					<li>
						<b>Your preferences:</b> the players and storytellers that you like to play with, your profile
						notes, and when you want Discord messages.
					</li>
					<li>
						<b>Where you are signed in:</b> for each browser its name (such as “Firefox on Windows”), when it
						signed in and was last used, and your API tokens with their names and last use. Of the secrets
						themselves we keep only a hash.
					</li>
					<li>
						<b>For safety:</b> what creators and admins changed, with IDs but no names. For a day, that a form
						was sent, so that it is not saved twice. For about an hour, how many requests a user made, and how
						many sign-ins or failed credentials came from a network address, of which we keep only a hash.
					</li>
				</ul>
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
				<ul>
					<li>
						<b>Every signed-in member:</b> your names, your picture, your Discord ID, your role, your signups
						(without notes), your answers about dates, your comments and your group.
					</li>
					<li>
						<b>Creators and admins also see:</b> your signup notes and your preferences, to split the groups,
						how much you say you have played, how many players would like which script, and the roll call,
						which says who was there. The storyteller of your group sees your entry in it too.
					</li>
					<li>
						<b>Discord:</b> events may be posted to the server as scheduled events, and announced in a channel
						with the names of those who signed up, never with notes or preferences. While your Notifications
						are on, the bot writes to you there about events: their time and place, who runs them, and your
						own signup. A reminder in an event’s thread names you there with the others. If the community has
						a role for those who play tonight, the server sees who has it. Profile pictures come straight from
						Discord’s image network, so your browser asks Discord for them.
					</li>
				</ul>
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
						Deleting your profile removes your account, signups, answers about dates, comments, messages,
						preferences, your place in other members’ preferences and in groups, your sessions and tokens, at
						once and for good. Events that you created stay, as those of an ‘Unknown Creator’. If you have a
						role from the bot then, your Discord ID stays until the bot has taken it, for at most a week.
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
