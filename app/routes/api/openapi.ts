import { createJsonResponse, createMethodNotAllowedResponse } from '~/server/http/responses.ts';
import { getApiDocument } from './document.ts';

export const loader = () => createJsonResponse(getApiDocument());
export const action = () => createMethodNotAllowedResponse('GET');
