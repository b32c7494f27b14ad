import { Form } from 'react-router';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { Disclosure } from '~/app/ui/collapsible.tsx';
import { Options, Select, TextInput } from '~/app/ui/field.tsx';
import { Filter } from '~/app/ui/icons.ts';
import { rowWrap } from '~/app/ui/layout.css.ts';
import { AUDIT_SUBJECTS, describeAction, FILTER_MAX, SUBJECT_LABELS } from '~/domain/audit.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import type { AuditChoices } from '~/server/operations/admin/index.ts';
import * as css from './audit.css.ts';

type AuditFilterProps = {
	choices: AuditChoices;
	filter: AuditFilterValues;
	errors: FieldErrors;
	isOpen: boolean;
};

/** Renders the audit filter. It is a GET form, so its address can be kept and shared. */
export function AuditFilter({ choices, filter, errors, isOpen }: AuditFilterProps) {
	return (
		<Card aria-label="Filter">
			<Disclosure label="Filter the changes" open={isOpen}>
				{/* The key refills the fields from the address, also after the browser's Back button. */}
				<Form
					method="get"
					action="/admin/audit"
					key={buildAuditAddress(filter)}
					className={css.filter}
					noValidate
				>
					<Select label="Who" name="actor" defaultValue={filter.actor}>
						<option value="">Everyone</option>
						<option value="program">Automatic</option>
						<Options entries={choices.actors.map(({ id, name }) => [id, name])} />
						{isAbsent(choices, filter.actor) && <option value={filter.actor}>User {filter.actor}</option>}
					</Select>
					<Select label="Action" name="action" defaultValue={filter.action}>
						<option value="">Any action</option>
						<Options entries={choices.actions.map((action) => [action, describeAction(action)])} />
					</Select>
					<Select
						label="Kind"
						name="subjectType"
						defaultValue={filter.subjectType}
						error={errors.subjectType}
					>
						<option value="">Any kind</option>
						<Options entries={AUDIT_SUBJECTS.map((type) => [type, SUBJECT_LABELS[type]])} />
					</Select>
					<TextInput
						label="ID"
						name="subjectId"
						defaultValue={filter.subjectId}
						error={errors.subjectId}
						maxLength={FILTER_MAX}
						autoComplete="off"
					/>
					<TextInput type="date" label="From" name="from" defaultValue={filter.from} error={errors.from} />
					<TextInput type="date" label="To" name="to" defaultValue={filter.to} error={errors.to} />
					<div className={rowWrap}>
						<Button icon={Filter} variant="primary">
							Filter
						</Button>
						<ButtonLink to="/admin/audit" variant="quiet">
							Clear
						</ButtonLink>
					</div>
				</Form>
			</Disclosure>
		</Card>
	);
}

/** Returns whether the filtered actor is missing from the choices: no longer a creator, or deleted. */
const isAbsent = ({ actors }: AuditChoices, actor: string) =>
	actor !== '' && actor !== 'program' && !actors.some(({ id }) => id === actor);

const FIELDS = ['actor', 'action', 'subjectType', 'subjectId', 'from', 'to'] as const;

export type AuditFilterValues = Record<(typeof FIELDS)[number], string>;

export const readFilter = (query: URLSearchParams): AuditFilterValues =>
	Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ''])) as AuditFilterValues;

export function buildAuditAddress(filter: Partial<AuditFilterValues>, cursor?: string): string {
	const query = new URLSearchParams();
	for (const name of FIELDS) if (filter[name]) query.set(name, filter[name]);
	if (cursor) query.set('cursor', cursor);
	return query.size === 0 ? '/admin/audit' : `/admin/audit?${query}`;
}
