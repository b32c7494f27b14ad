import { getApiDocument } from '~/app/routes/api/document.ts';
import { Collapsible } from '~/app/ui/collapsible.tsx';
import { Code } from '~/app/ui/name.tsx';
import { Table, Td, Tr } from '~/app/ui/table.tsx';
import { StaticPage, TextLink, TextSection } from '../static-page.tsx';
import type { Route } from './+types/route.ts';
import * as css from './api-docs.css.ts';
import { type DescribedCall, type DescribedField, describeDocument } from './describe.ts';

/** The readable version of /api/openapi.json, rendered from the same document. */
export function loader() {
	return { ...describeDocument(getApiDocument()), appUrl: getApiDocument().servers[0]?.url ?? '' };
}

export const meta: Route.MetaFunction = () => [{ title: 'API · Townbell' }];

export default function ApiDocs({ loaderData: { groups, schemas, appUrl } }: Route.ComponentProps) {
	return (
		<StaticPage title="API" subtitle="Everything the site does, for your scripts, with your permissions.">
			<TextSection title="Get started">
				<ol className={css.steps}>
					<li>
						Create a token under API Tokens on your <TextLink to="/profile">profile</TextLink>. It is shown
						once.
					</li>
					<li>Set the address and the token in your shell. Then every command below runs as it is.</li>
				</ol>
				<pre className={css.block}>{`export TOWNBELL=${appUrl}\nexport TOKEN=…`}</pre>
				<ul>
					<li>
						Errors include a readable message in <ApiCode>error</ApiCode>; with 422,{' '}
						<ApiCode>fieldErrors</ApiCode> names the fields.
					</li>
					<li>
						A POST may have an <ApiCode>Idempotency-Key</ApiCode> header. A repeated request with the same key
						within a day changes nothing and returns the result again.
					</li>
					<li>
						Long lists are paged; the <ApiCode>Link</ApiCode> header has the next page.
					</li>
					<li>Dates are ISO with Z, ids are text. Unknown fields are ignored.</li>
				</ul>
				<p>
					For tools:{' '}
					<a className={css.code} href="/api/openapi.json">
						/api/openapi.json
					</a>{' '}
					(OpenAPI 3.1). This page is generated from that document.
				</p>
			</TextSection>
			<nav aria-label="Sections of the API">
				<ul className={css.sectionLinks}>
					{[...groups.map(({ name }) => name), 'schemas'].map((name) => (
						<li key={name}>
							<a className={css.sectionLink} href={`#${name}`}>
								{formatTitle(name)}
							</a>
						</li>
					))}
				</ul>
			</nav>
			{groups.map(({ name, calls }) => (
				<section key={name} id={name} className={css.group} aria-labelledby={`${name}-title`}>
					<h2 id={`${name}-title`} className={css.groupTitle}>
						{formatTitle(name)}
					</h2>
					{calls.map((call) => (
						<Call key={call.id} call={call} />
					))}
				</section>
			))}
			<section id="schemas" className={css.group} aria-labelledby="schemas-title">
				<h2 id="schemas-title" className={css.groupTitle}>
					Schemas
				</h2>
				{schemas.map(({ name, fields }) => (
					<Collapsible key={name} level={3} title={<span className={css.address}>{name}</span>}>
						<Fields caption={`Fields of ${name}`} fields={fields} />
					</Collapsible>
				))}
			</section>
		</StaticPage>
	);
}

const formatTitle = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const ApiCode = ({ children }: { children: string }) => <Code className={css.code}>{children}</Code>;

const ROLE_TEXTS: Record<string, string> = {
	anyone: 'Everyone, also signed out.',
	player: 'Every member.',
	storyteller: 'Storytellers, creators and admins.',
	creator: 'Creators and admins.',
	admin: 'Admins.',
};

function Call({ call }: { call: DescribedCall }) {
	const title = (
		<>
			<span className={css.address}>
				<span className={css.method}>{call.method}</span>
				<span>{call.path}</span>
			</span>
			<span className={css.summary}>{call.summary}</span>
		</>
	);
	return (
		<Collapsible level={3} id={call.id} title={title}>
			<div className={css.body}>
				{call.description && <p>{call.description}</p>}
				<p>Access: {ROLE_TEXTS[call.role]}</p>
				<pre className={css.block}>{call.curl}</pre>
				{call.fields.length > 0 && (
					<Fields caption={`Fields of ${call.method} ${call.path}`} fields={call.fields} />
				)}
				<Table caption={`Responses of ${call.method} ${call.path}`} columns={['Status', 'Meaning']}>
					{call.responses.map(({ status, text, type }) => (
						<Tr key={status}>
							<Td label="Status" rowHead>
								{status}
							</Td>
							<Td label="Meaning">{type ? <ApiCode>{type}</ApiCode> : text}</Td>
						</Tr>
					))}
				</Table>
			</div>
		</Collapsible>
	);
}

function Fields({ caption, fields }: { caption: string; fields: DescribedField[] }) {
	return (
		<Table caption={caption} columns={['Field', 'Type']}>
			{fields.map(({ name, type, note }) => (
				<Tr key={`${name}${note}`}>
					<Td label="Field" rowHead>
						<ApiCode>{name}</ApiCode>
					</Td>
					<Td label="Type">
						<div className={css.type}>
							<ApiCode>{type}</ApiCode>
							{note && <span>{note}</span>}
						</div>
					</Td>
				</Tr>
			))}
		</Table>
	);
}
