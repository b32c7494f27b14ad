import type { ReactNode } from 'react';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Collapsible } from '~/app/ui/collapsible.tsx';
import { CalendarCheck2, DoorOpen, LockKeyhole, MessagesSquare, Wrench } from '~/app/ui/icons.ts';
import { useSite } from '~/app/ui/site-context.tsx';
import type { Route } from './+types/faq.ts';
import * as css from './static-page.css.ts';
import { StaticPage, TextLink } from './static-page.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'FAQ · Townbell' }];

export default function Faq() {
	const { communityName } = useSite();
	return (
		<StaticPage
			title="Frequently Asked Questions"
			subtitle="How game nights work here, and what to do when they do not."
		>
			<Collapsible title="Getting Started" icon={DoorOpen} defaultOpen id="getting-started">
				<Answers>
					<Question title="How do I sign in?">
						With your Discord account, and only so. You need to be a member of the {communityName} server and
						hold the required role.
					</Question>
					<Question title="I am new. What do I do first?">
						Open <TextLink to="/events">Events</TextLink>, choose a night and answer. Beginners are welcome at
						every game; write in the notes that it is your first.
					</Question>
					<Question title="Can I use another name here than on Discord?">
						Yes. Choose Edit Profile on your <TextLink to="/profile">profile</TextLink> and type the name that
						you want to be called.
					</Question>
				</Answers>
			</Collapsible>
			<Collapsible title="Events & Signups" icon={CalendarCheck2} id="events-and-signups">
				<Answers>
					<Question title="What do the answers mean?">
						<b>Confirmed</b>: you come. <b>Late</b>: you come, but after the start. <b>Tentative</b>: perhaps.{' '}
						<b>Declined</b>: not this time.
					</Question>
					<Question title="Can I change my answer?">
						Signup statuses can be changed at any time, on the list or on the event’s page, and you can take
						your answer back, as long as the night is still to come.
					</Question>
					<Question title="Who can edit or delete an event?">
						The event creator or an admin can edit or delete an event.
					</Question>
					<Question title="In which time zone are the times?">
						In Eastern Time, and beside it in your own.
					</Question>
					<Question title="Who sees my notes and preferences?">
						The creators and admins, who split the groups with their help.
					</Question>
				</Answers>
			</Collapsible>
			<Collapsible title="Discord Integration" icon={MessagesSquare} id="discord-integration">
				<Answers>
					<Question title="Do events appear on Discord?">
						They can: a creator may have an event mirrored to the server as a scheduled event. Changes made
						here reach Discord shortly after.
					</Question>
					<Question title="I said on Discord that I am interested. Do I have to answer here?">
						No. Interested people are imported as confirmed, and you can change that here.
					</Question>
					<Question title="My earlier signups are missing.">
						Sign-ups from before your first sign-in belong to your Discord ID. Link them on your{' '}
						<TextLink to="/profile">profile</TextLink> under Link Discord Account.
					</Question>
				</Answers>
			</Collapsible>
			<Collapsible title="Troubleshooting" icon={Wrench} id="troubleshooting">
				<Answers>
					<Question title="I cannot sign in.">
						Check on Discord that you are still on the {communityName} server and hold the required role, then
						try again.
					</Question>
					<Question title="I was signed out.">
						A session ends 30 days after its last use, and when you lose the required role.
					</Question>
					<Question title="The page loads for a long time.">
						The server may be starting up, which can take up to 30 seconds. Wait for it instead of refreshing.
					</Question>
					<Question title="Something says that it was changed by somebody else.">
						Two people edited the same thing. You are shown what is there now, and can save again.
					</Question>
				</Answers>
			</Collapsible>
			<Collapsible title="Privacy & Security" icon={LockKeyhole} id="privacy-and-security">
				<Answers>
					<Question title="What do you know about me?">
						Your Discord ID, names and picture, your answers, comments and preferences. The{' '}
						<TextLink to="/privacy-policy">Privacy Policy</TextLink> has the whole list, and your{' '}
						<TextLink to="/profile">profile</TextLink> a download of all of it.
					</Question>
					<Question title="Do you see my Discord password?">No. Discord only tells us who you are.</Question>
					<Question title="How do I leave?">
						Choose Delete Profile in the Danger Zone of your profile. It removes your signups, comments and
						preferences for good.
					</Question>
					<Question title="What are the rules?">
						They stand in the <TextLink to="/terms-of-use">Terms of Use</TextLink>.
					</Question>
				</Answers>
			</Collapsible>
			<Card>
				<h2>Still have questions?</h2>
				<div className={css.prose}>
					<p>Ask on the {communityName} server, or talk to a creator or an admin. They are happy to help.</p>
				</div>
			</Card>
		</StaticPage>
	);
}

const Answers = ({ children }: { children: ReactNode }) => (
	<div className={joinClasses(css.prose, css.flush)}>{children}</div>
);

function Question({ title, children }: { title: string; children: ReactNode }) {
	return (
		<div>
			<h3>{title}</h3>
			<p>{children}</p>
		</div>
	);
}
