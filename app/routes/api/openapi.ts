import { json, methodNotAllowed } from '~/server/http/responses.ts';
import { getApiDocument } from './document.ts';

export const loader = () => json(getApiDocument());
export const action = () => methodNotAllowed('GET');
