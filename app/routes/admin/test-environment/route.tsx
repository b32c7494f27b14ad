import { Outlet } from 'react-router';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { cardPage, wrap } from '~/app/ui/layout.css.ts';
import { Notice } from '~/app/ui/notice.tsx';
import { BackLink, PageHead } from '~/app/ui/page-head.tsx';
import { FAILURES } from '~/domain/failures.ts';
import { TEST_TEXTS } from '~/domain/test-environment/texts.ts';
import { guardPage } from '~/server/http/responses.ts';
import { hasTestEnvironment, readTestStatus } from '~/server/operations/admin/index.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import type { Route } from './+types/route.ts';
import { runTestAction, tryOperation } from './test-action.ts';
import * as css from './test-environment.css.ts';
import { INITIAL_TEST_VALUES } from './test-form.ts';
import { TestPanel } from './test-panel.tsx';

/** The test panel. In production without the flag it is only a card that says that it is disabled. */
export async function loader({ context }: Route.LoaderArgs) {
	guardPage(context, 'testEnvironment.read');
	if (!hasTestEnvironment()) return { isBlocked: true as const };
	const { result: status, refusal } = await tryOperation(readTestStatus, context);
	const failure = refusal && { title: FAILURES['testEnvironment.read'], text: refusal.error };
	return { isBlocked: false as const, status, failure, formKey: createFormKey() };
}

export const action = ({ request, context }: Route.ActionArgs) => runTestAction(request, context);

export const meta: Route.MetaFunction = () => [{ title: 'Test Environment · Townbell' }];

export default function TestEnvironment({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<div className={joinClasses(wrap, cardPage)}>
			<BackLink to="/admin">Back to Admin</BackLink>
			{loaderData.isBlocked ? (
				<BlockedCard />
			) : (
				<>
					<PageHead
						title="Test Environment Management"
						subtitle="Test users and events for trying things out. Clearing removes only these."
					/>
					<TestPanel
						{...loaderData}
						testForm={actionData ?? { values: INITIAL_TEST_VALUES, refusal: null }}
					/>
					<Outlet />
				</>
			)}
		</div>
	);
}

function BlockedCard() {
	return (
		<Card aria-labelledby="blocked" className={css.blocked}>
			<CardHead title="Test Environment" id="blocked" />
			<Notice tone="error" live={false}>
				{TEST_TEXTS.blocked}
			</Notice>
		</Card>
	);
}
