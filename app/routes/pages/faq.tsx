import { Fragment, type ReactNode } from 'react';
import { joinClasses } from '~/app/ui/classes.ts';
import { Collapsible, type CollapsibleProps } from '~/app/ui/collapsible.tsx';
import { CalendarCheck2, DoorOpen, LockKeyhole, MessagesSquare, Wrench } from '~/app/ui/icons.ts';
import { useSite } from '~/app/ui/site-context.tsx';
import { listSubcommands, MESSAGE_MENUS, SIGN_UP_MENU } from '~/domain/discord/command.ts';
import { joinNames } from '~/domain/format-count.ts';
import { SIGNUP_STATUSES, STATUS_FACTS, STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { UNDOABLE_CHANGES } from '~/domain/undo.ts';
import { ACCOUNT_TEXTS } from '~/domain/users/account-data.ts';
import type { Route } from './+types/faq.ts';
import * as css from './static-page.css.ts';
import { StaticPage, TextLink, TextSection } from './static-page.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'FAQ · Townbell' }];

export default function Faq() {
	const { communityName } = useSite();
	return (
		<StaticPage
			title="Frequently Asked Questions"
			subtitle="How game nights work here, and what to do when something goes wrong."
		>
			<Section title="Getting Started" icon={DoorOpen} defaultOpen id="getting-started">
				<Question title="How do I sign in?">
					With your Discord account. That's the only way. You need to be a member of the Discord server of{' '}
					{communityName} and hold the required role.
				</Question>
				<Question title="I am new. What do I do first?">
					Open <TextLink to="/events">Events</TextLink>, choose an event and sign up. Beginners are welcome at
					every game; mention in the notes that it's your first.
				</Question>
				<Question title="Can I use a different name here?">
					Yes. Choose Edit Profile on your <TextLink to="/profile">profile</TextLink> and enter the name you
					want to go by.
				</Question>
			</Section>
			<Section title="Events & Signups" icon={CalendarCheck2} id="events-and-signups">
				<Question title="What do the signup statuses mean?">
					{SIGNUP_STATUSES.map((status) => (
						<Fragment key={status}>
							<b>{STATUS_LABELS[status]}</b>: {STATUS_FACTS[status].meaning}.{' '}
						</Fragment>
					))}
				</Question>
				<Question title="Can I change my signup?">
					Signup statuses can be changed at any time, on the list or on the event’s page, until the event is
					over or cancelled. You can always remove your signup.
				</Question>
				<Question title="What is a storyteller?">
					A storyteller runs the game: they explain the rules and know every secret, but don't play.
				</Question>
				<Question title="What if an event is full?">
					You wait in line, first come, first served. Until 12 hours before the start you get a free place at
					once. After that, the place is offered to the first in line for 30 minutes, then to the next, but
					not during quiet hours. In the last two hours everyone who waits can take it.
				</Question>
				<Question title="What if too few players sign up?">
					An event can need a minimum number of players. If there are too few at a set time before the start,
					its creator decides what happens, or the event is cancelled. Choose Tentative and{' '}
					<b>Call me if you're short</b>, and we ask you when more players are needed.
				</Question>
				<Question title="What if I arrive late or leave early?">
					Choose Late, then say how late you will be. Discord asks it too. Times are in your own time zone.
					Only you, the creators and the storytellers of the event can see them. If you miss more than a third
					of the event, we suggest that you play as a Traveller.
				</Question>
				<Question title="How do we find a date?">
					A creator chooses <b>Find a date</b> and offers up to ten times. Say yes, if need be or no to each,
					here or on Discord, and change it until the answers are due. Members see who answered what. The best
					time is first: by the groups that can play, then by yes, then by if need be. When a creator chooses
					a date, everyone who said yes is signed up as confirmed, and everyone who said if need be as
					tentative.
				</Question>
				<Question title="How does an event repeat?">
					A creator chooses how often (every 1 to 8 weeks, or on weekdays of a month such as the first
					Tuesday), and whether it ends or pauses. The next four dates are open, and you sign up for each of
					them. The local time stays the same when the clocks change. Creators can change one event, or one
					event and all later ones. Changes to a single event are kept. To skip a date, its event is
					cancelled.
				</Question>
				<Question title="Can I sign up for every event of a series?">
					Sign up for one event, then choose <b>Sign me up every time</b>, or <b>Come every time</b> on
					Discord. You get a message about each new event. Regulars get at most half of the places, so that
					others have a chance. Your profile lists these series, and you can stop there.
				</Question>
				<Question title="Can a mistake be undone?">
					Yes. For 30 days, creators and admins can undo what they did. This includes {UNDOABLE_CHANGES}.
					Press <b>Undo</b> in the notice, or open <b>Your changes</b> in the settings menu. Undo does not
					touch what has changed since.
				</Question>
				<Question title="Who can edit or delete an event?">
					The event creator or an admin can edit or delete an event.
				</Question>
				<Question title="What time zone are the times in?">
					Eastern Time, with your own local time beside it.
				</Question>
				<Question title="How does the storyteller set up the table?">
					Open <b>Seats and table</b> on the event’s page. It lists the names in seat order and has cards to
					print. It also has a game state, which online tables can load. If an admin has set the address of
					the community’s online table, you also see a session name and a link. The players of the group see
					that link from 30 minutes before the start. Creators can add co-storytellers in the group’s menu,
					who see the same page.
				</Question>
				<Question title="What will we play?">
					A creator chooses a script for each group. Your group shows its name and its characters. Creators
					can also ask in advance which script you would like. Storytellers add scripts to the{' '}
					<TextLink to="/scripts">library</TextLink>: the JSON files that script builders make. We never load
					pictures from these files.
				</Question>
				<Question title="Who sees whether I was there?">
					After the start, a storyteller or a creator takes the <b>Roll call</b>. You see your own entry on
					the event’s page. Creators and admins see all entries, and storytellers see those of their group.
					There is no ranking. If you were asked to come at short notice, you are never marked absent. After
					26 weeks we only keep how many nights you came to, and show it on your profile.
				</Question>
				<Question title="Who knows that I'm new?">
					Choose “I'm new” on your profile. Creators see it when they make the groups. They can put new
					players together with a storyteller who likes teaching. After your first night it changes to “Played
					a few”.
				</Question>
				<Question title="What happens after the first game?">
					A creator can start the next round on the event’s page, under <b>Rounds</b>. Everyone who is still
					there is put into new groups, with different people. A storyteller who has signed up can play in the
					next round. Earlier rounds and their results stay on that page.
				</Question>
				<Question title="Who sees my notes and preferences?">
					Only creators and admins, who use them to split the groups.
				</Question>
			</Section>
			<Section title="Discord Integration" icon={MessagesSquare} id="discord-integration">
				<Question title="Do events appear on Discord?">
					They can. A creator can post an event to Discord as a scheduled event, or as a message in a channel.
					Changes made here reach Discord shortly after.
				</Question>
				<Question title="Can I sign up on Discord?">
					Yes. Press a button below the event’s message, or type a command:{' '}
					<Subcommands isForCreators={false} />
				</Question>
				<Question title="Why do I have a new role on Discord?">
					Your community may use a role for who plays or runs an event tonight. You get it half an hour before
					the start, and it is taken an hour after the end. You can switch it off on your{' '}
					<TextLink to="/profile">profile</TextLink>.
				</Question>
				<Question title="Can I create an event on Discord?">
					Creators can, with commands: <Subcommands isForCreators /> You answer a poll below its message. The
					menu of an event’s message has{' '}
					{joinNames(Object.values(MESSAGE_MENUS).map(({ name }) => `“${name}”`))} under Apps, and the menu of
					a member has “{SIGN_UP_MENU.name}”.
				</Question>
				<Question title="I marked Interested on Discord. Do I have to sign up here?">
					No. Everyone who marks Interested is signed up as confirmed, and you can change that here.
				</Question>
				<Question title="Where am I reminded of events?">
					On Discord, by direct message or in the event’s thread. You choose it on your{' '}
					<TextLink to="/profile">profile</TextLink> under Reminders.
				</Question>
				<Question title="Who can write to me about an event?">
					Its creators and admins, and the storyteller of your group, at most three times a day. You see their
					name. Turn Notifications off in your profile to get no messages.
				</Question>
				<Question title="My earlier signups are missing.">
					Signups from before your first sign-in belong to your Discord ID. Link them on your{' '}
					<TextLink to="/profile">profile</TextLink> under Link Discord Account.
				</Question>
			</Section>
			<Section title="Troubleshooting" icon={Wrench} id="troubleshooting">
				<Question title="I can't sign in.">
					Check that you are still on the Discord server of {communityName} and hold the required role, then
					try again.
				</Question>
				<Question title="I was signed out.">
					You are signed out 90 days after you signed in, after 30 days without a visit, or when you lose the
					required role.
				</Question>
				<Question title="The page takes a long time to load.">
					The server may be starting up, which can take up to 30 seconds. Wait for it instead of refreshing.
				</Question>
				<Question title="It says that someone else changed this.">
					Someone else saved the same item first. You see the current version and can save again.
				</Question>
			</Section>
			<Section title="Privacy & Security" icon={LockKeyhole} id="privacy-and-security">
				<Question title="What do you store about me?">
					Your Discord ID, names and picture, your {ACCOUNT_TEXTS.kept}. The{' '}
					<TextLink to="/privacy-policy">Privacy Policy</TextLink> has the whole list, and your{' '}
					<TextLink to="/profile">profile</TextLink> a download of everything.
				</Question>
				<Question title="Do you see my Discord password?">No. Discord only tells us who you are.</Question>
				<Question title="How do I leave?">
					Choose Delete Profile in the Danger Zone of your profile. It removes your {ACCOUNT_TEXTS.deleted}{' '}
					for good.
				</Question>
				<Question title="What are the rules?">
					See the <TextLink to="/terms-of-use">Terms of Use</TextLink>.
				</Question>
			</Section>
			<TextSection title="Still have questions?">
				<p>
					Ask on the Discord server of {communityName}, or talk to a creator or an admin. They are happy to
					help.
				</p>
			</TextSection>
		</StaticPage>
	);
}

const Section = ({ children, ...card }: CollapsibleProps) => (
	<Collapsible {...card}>
		<div className={joinClasses(css.prose, css.belowSummary)}>{children}</div>
	</Collapsible>
);

const Subcommands = ({ isForCreators }: { isForCreators: boolean }) =>
	listSubcommands(isForCreators).map(({ name, purpose }, index, { length }) => (
		<Fragment key={name}>
			<b>/botc {name}</b> ({purpose}){index < length - 1 ? ', ' : '.'}
		</Fragment>
	));

const Question = ({ title, children }: { title: string; children: ReactNode }) => (
	<div>
		<h3>{title}</h3>
		<p>{children}</p>
	</div>
);
