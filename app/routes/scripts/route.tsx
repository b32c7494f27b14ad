import { data, Form, useNavigation } from 'react-router';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { readText } from '~/app/shell/form-text.ts';
import { ScriptCharacters } from '~/app/shell/script-characters.tsx';
import { Button } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Disclosure } from '~/app/ui/collapsible.tsx';
import { TextArea, TextInput } from '~/app/ui/field.tsx';
import { Plus, Trash2 } from '~/app/ui/icons.ts';
import { plainList, stack, wrap } from '~/app/ui/layout.css.ts';
import { Menu, MenuButton } from '~/app/ui/menu.tsx';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { BackLink, PageHead } from '~/app/ui/page-head.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { formatCount } from '~/domain/format-count.ts';
import { BODY_LIMITS, SCRIPT_LIMITS } from '~/domain/limits.ts';
import { EDITIONS } from '~/domain/scripts/script.ts';
import { guardPage, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { addScript, deleteScript, readLibrary } from '~/server/operations/scripts/index.ts';
import type { Route } from './+types/route.ts';
import * as css from './scripts.css.ts';

/** The library of scripts: all members read it, storytellers and creators add to it. */
export async function loader({ url, context }: Route.LoaderArgs) {
	guardPage(context, 'scripts.list');
	return { ...(await load(readLibrary, context)), eventId: readEventId(url) };
}

/** Returns the event from whose page the user came, or null. */
const readEventId = (url: URL): string | null =>
	/^\d{1,18}$/.exec(url.searchParams.get('event') ?? '')?.[0] ?? null;

export async function action({ request, url, context }: Route.ActionArgs) {
	guardPage(context, 'scripts.list');
	const address = `/scripts${url.search}`;
	const form = await readPageForm(request, BODY_LIMITS.bulk);
	if (form.get('intent') === 'scripts.delete') {
		const params = { scriptId: readText(form, 'script') };
		const { refusal } = await submit(deleteScript, context, { params, returnedKinds: ['missing'] });
		if (refusal && refusal.kind !== 'missing')
			return data({ ...refusal, intent: 'scripts.delete', sent: null }, { status: refusal.status });
		return redirectAfterForm(context, address, { tone: 'success', title: 'The script was removed.' });
	}
	const sent = { json: readText(form, 'json'), name: readText(form, 'name') };
	const file = form.get('file');
	const json = file instanceof File && file.size > 0 ? await file.text() : sent.json;
	const { result, refusal } = await submit(addScript, context, { read: () => ({ json, name: sent.name }) });
	if (refusal) return data({ ...refusal, intent: 'scripts.add', sent }, { status: refusal.status });
	const title = `${result.name} is in the library.`;
	return redirectAfterForm(context, address, { tone: 'success', title });
}

export const meta: Route.MetaFunction = () => [{ title: 'Script library · Townbell' }];

export default function ScriptLibrary({ loaderData, actionData }: Route.ComponentProps) {
	const { scripts, canAdd, eventId } = loaderData;
	return (
		<div className={joinClasses(wrap, css.page)}>
			{eventId === null ? (
				<BackLink to="/events">Back to the events</BackLink>
			) : (
				<BackLink to={`/events/${eventId}`}>Back to the event</BackLink>
			)}
			<PageHead
				title="Script library"
				subtitle="What your groups can play. Creators choose one in each group's menu."
			/>
			{actionData?.intent === 'scripts.delete' && (
				<FailureNotice failure={actionData} title={getFailureTitle('scripts.delete')} />
			)}
			<Card aria-label="The library">
				<p className={mutedSmall}>
					Always there: {Object.values(EDITIONS).join(', ')}. Below are the scripts that your storytellers
					added.
				</p>
				{scripts.length === 0 ? (
					<p>No scripts yet.</p>
				) : (
					<ul className={joinClasses(plainList, css.list)}>
						{scripts.map((script) => (
							<li key={script.id} className={css.script}>
								<div className={css.head}>
									<h2 className={css.name}>
										<Name>{script.name}</Name>
									</h2>
									{script.canDelete && <RemoveForm id={script.id} name={script.name} />}
								</div>
								<p className={mutedSmall}>
									{script.author !== null && (
										<>
											by <Name>{script.author}</Name> ·{' '}
										</>
									)}
									{formatCount(script.characters.length, 'character')}
								</p>
								<Disclosure label="Characters">
									<ScriptCharacters characters={script.characters} />
								</Disclosure>
							</li>
						))}
					</ul>
				)}
			</Card>
			{canAdd && <AddForm refusal={actionData?.intent === 'scripts.add' ? actionData : null} />}
		</div>
	);
}

function RemoveForm({ id, name }: { id: string; name: string }) {
	return (
		<Menu label={`Remove ${name}`} icon={Trash2} align="end">
			<Form method="post">
				<input type="hidden" name="intent" value="scripts.delete" />
				<input type="hidden" name="script" value={id} />
				<p className={css.question}>Groups that have this script stay without one.</p>
				<MenuButton icon={Trash2} danger>
					Remove script
				</MenuButton>
			</Form>
		</Menu>
	);
}

type AddFormProps = {
	refusal: {
		error: string;
		fieldErrors: Partial<Record<string, string[]>>;
		sent: { json: string; name: string } | null;
	} | null;
};

function AddForm({ refusal }: AddFormProps) {
	const isSending = useNavigation().formMethod === 'POST';
	const errors = refusal?.fieldErrors ?? {};
	return (
		<Card as="section" aria-labelledby="add-script">
			<h2 id="add-script" className={css.addTitle}>
				Add a script
			</h2>
			<Form method="post" encType="multipart/form-data" className={stack}>
				<input type="hidden" name="intent" value="scripts.add" />
				<FailureNotice failure={refusal} title={getFailureTitle('scripts.add')} />
				<TextInput
					type="file"
					name="file"
					label="Script file"
					accept=".json,application/json,text/plain"
					hint={`The JSON file of the script, at most ${SCRIPT_LIMITS.bytes / 1024} KB.`}
				/>
				<TextArea
					name="json"
					label="Or its text"
					rows={4}
					defaultValue={refusal?.sent?.json}
					error={errors.json}
				/>
				<TextInput
					name="name"
					label="Name"
					hint="Only needed when the file has none."
					maxLength={SCRIPT_LIMITS.name}
					defaultValue={refusal?.sent?.name}
					error={errors.name}
					autoComplete="off"
				/>
				<p className={mutedSmall}>Pictures named in the file are not shown.</p>
				<div>
					<Button variant="primary" icon={Plus} pending={isSending && 'Adding...'}>
						Add script
					</Button>
				</div>
			</Form>
		</Card>
	);
}
