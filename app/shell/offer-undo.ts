import type { RouterContextProvider } from 'react-router';
import type { Flash } from '~/server/http/flash.ts';
import { load } from '~/server/http/responses.ts';
import { findOwnUndo } from '~/server/operations/admin/index.ts';

/** Returns the notice of an action with the button that undoes it, when it can be undone. */
export async function offerUndo(context: Readonly<RouterContextProvider>, notice: Flash): Promise<Flash> {
	const undo = await load(findOwnUndo, context);
	return undo ? { ...notice, undo } : notice;
}
