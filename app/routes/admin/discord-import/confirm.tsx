import { data, Form, useNavigation } from 'react-router';
import { readFormValues } from '~/app/shell/form-values.ts';
import { isDatesRequest, listRepeatErrors, RepeatFields } from '~/app/shell/repeat-fields.tsx';
import { Button } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { CloudDownload } from '~/app/ui/icons.ts';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { IMPORT_TEXTS, listImportedStarts } from '~/domain/discord/import.ts';
import { EMPTY_REPEAT, type RepeatFields as RepeatValues, toSeriesInput } from '~/domain/events/series.ts';
import { DEFAULT_TIMEZONE } from '~/domain/limits.ts';
import {
	type FormRefusal,
	guardPage,
	readPageForm,
	redirectAfterForm,
	submit,
} from '~/server/http/responses.ts';
import { readImportable, startDiscordImport } from '~/server/operations/discord-import/index.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import type { Route } from './+types/confirm.ts';
import * as css from './discord-import.css.ts';
import { AlreadyImported, buildRunAddress, LIST_ADDRESS } from './import-notices.tsx';

export async function loader({ params, context }: Route.LoaderArgs) {
	guardPage(context, 'discord.import');
	const { result, refusal } = await submit(readImportable, context, { params });
	return {
		event: result?.event ?? null,
		importedAs: result?.importedAs ?? null,
		isRepeating: result?.isRepeating ?? false,
		error: refusal?.error ?? null,
		formKey: createFormKey(),
	};
}

export async function action({ request, params, context }: Route.ActionArgs) {
	guardPage(context, 'discord.import');
	const form = await readPageForm(request);
	const typed = readFormValues(form, EMPTY_REPEAT);
	if (isDatesRequest(form)) {
		const { result, refusal } = await submit(readImportable, context, { params });
		if (refusal) return toRefusedForm(refusal, typed);
		return data({ typed, starts: listImportedStarts(result.event, typed), error: null, fieldErrors: {} });
	}
	const { result, refusal } = await submit(startDiscordImport, context, {
		limit: 'importsPerMinute',
		read: () => ({
			discordEventId: params.discordEventId,
			series: toSeriesInput(typed),
			idempotencyKey: form.get('idempotencyKey'),
		}),
	});
	if (refusal) return toRefusedForm(refusal, typed);
	return redirectAfterForm(context, buildRunAddress(result.runId));
}

const toRefusedForm = ({ status, error, fieldErrors }: FormRefusal, typed: RepeatValues) =>
	data({ typed, starts: null, error, fieldErrors }, { status });

export default function ConfirmImport({ loaderData, actionData }: Route.ComponentProps) {
	const { event, importedAs, isRepeating, error, formKey } = loaderData;
	const { formData } = useNavigation();
	const isSending = formData?.get('intent') === 'discord.import' && !isDatesRequest(formData);
	const canImport = event !== null && event.status === 1 && !importedAs;
	const refusal =
		actionData?.error ?? error ?? (canImport || importedAs || !event ? null : IMPORT_TEXTS.onlyActive);
	return (
		<Dialog title="Import this event?" closeHref={LIST_ADDRESS}>
			<Form method="post" preventScrollReset className={css.content}>
				{importedAs && <AlreadyImported {...importedAs} />}
				<FailureNotice failure={actionData} error={refusal} title="Failed to import Discord event:" />
				<input type="hidden" name="intent" value="discord.import" />
				<input type="hidden" name="idempotencyKey" value={formKey} />
				{event && (
					<p className={css.question}>
						Import Discord event "{event.name}"? This will create a new event and import all interested users
						as signups.
					</p>
				)}
				{canImport && isRepeating && (
					<>
						<p className={mutedSmall}>
							It repeats on Discord. Only its next date is imported, unless you let it repeat here too.
						</p>
						<RepeatFields
							isOptional
							starts={actionData?.starts}
							zone={DEFAULT_TIMEZONE}
							getProps={(name) => ({
								name,
								defaultValue: actionData?.typed[name],
								error: listRepeatErrors(actionData?.fieldErrors, 'series.')[name],
							})}
						/>
					</>
				)}
				<DialogActions backTo={LIST_ADDRESS}>
					{canImport && (
						<Button variant="primary" icon={CloudDownload} pending={isSending && 'Importing...'}>
							Import
						</Button>
					)}
				</DialogActions>
			</Form>
		</Dialog>
	);
}
