import { json, methodNotAllowed } from '~/server/http/answers.ts';
import { apiDocument } from './document.ts';

export const loader = () => json(apiDocument());
export const action = () => methodNotAllowed('GET');
