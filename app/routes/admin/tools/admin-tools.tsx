import * as css from '~/app/routes/admin/admin-page.css.ts';
import * as template from '~/app/routes/admin/template-events/template-events.css.ts';
import { TileText } from '~/app/routes/admin/template-events/week-tiles.tsx';
import { ButtonContent, ButtonLink, getButtonClass } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { CalendarRange, FileDown, FlaskConical, ScrollText } from '~/app/ui/icons.ts';
import { stack } from '~/app/ui/layout.css.ts';
import { muted, mutedSmall, textLink } from '~/app/ui/text.css.ts';
import type { TemplateForm } from '~/domain/events/template-week.ts';

export function TemplateCard({ week }: { week: TemplateForm }) {
	return (
		<Card aria-labelledby="template-events" className={css.toolsTemplateCard}>
			<CardHead title="Template Events" id="template-events" />
			<div className={css.toolsTemplateBody}>
				<p className={muted}>Create a week of game nights at once. Tap days to turn them on.</p>
				<div className={css.toolsTiles} aria-hidden="true">
					{week.events.map(({ day, enabled, time }) => (
						<div key={day} className={joinClasses(template.previewTile, enabled && template.previewTileLit)}>
							<TileText day={day} startDate={week.startDate} time={time} />
						</div>
					))}
				</div>
				<div className={css.toolsTemplateFoot}>
					<ButtonLink to="/admin/template-events" variant="primary" icon={CalendarRange} preventScrollReset>
						Create Template Events
					</ButtonLink>
				</div>
			</div>
		</Card>
	);
}

export function RecordsCard() {
	return (
		<Card aria-labelledby="records">
			<CardHead title="Records" id="records" />
			<div className={stack}>
				<p className={muted}>See who changed what, or export to a spreadsheet.</p>
				<div className={css.toolsLinks}>
					<ButtonLink to="/admin/audit" icon={ScrollText}>
						Audit trail
					</ButtonLink>
					<FileLink href="/admin/export/events.csv">Events as CSV</FileLink>
					<FileLink href="/admin/export/signups.csv">Signups as CSV</FileLink>
				</div>
				<p className={mutedSmall}>
					Where decimals have a comma, as in German or French, spreadsheets put the whole line into one cell.
					There use the files with semicolons:{' '}
					<a href="/admin/export/events.csv?separator=semicolon" download className={textLink}>
						Events
					</a>{' '}
					and{' '}
					<a href="/admin/export/signups.csv?separator=semicolon" download className={textLink}>
						Signups
					</a>
					. An apostrophe before =, +, - or @ keeps a text from becoming a formula.
				</p>
				<p className={mutedSmall}>
					A spreadsheet rounds Discord IDs, which have up to 20 digits. In Excel choose Data → From Text/CSV
					and set the ID columns to Text; in Google Sheets import the file without “Convert text to numbers,
					dates, and formulas”.
				</p>
			</div>
		</Card>
	);
}

/** Renders a plain link: a file is not a page, so the router must not handle it. */
function FileLink({ href, children }: { href: string; children: string }) {
	return (
		<a href={href} download className={getButtonClass({})}>
			<ButtonContent icon={FileDown}>{children}</ButtonContent>
		</a>
	);
}

export function TestEnvironmentCard() {
	return (
		<Card aria-labelledby="test-environment">
			<CardHead title="Test Environment" id="test-environment" />
			<div className={stack}>
				<p className={muted}>Test users and events for trying things out. You can clear them at any time.</p>
				<div>
					<ButtonLink to="/admin/test-environment" icon={FlaskConical}>
						Test Environment Management
					</ButtonLink>
				</div>
			</div>
		</Card>
	);
}
