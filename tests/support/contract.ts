import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from '~/server/http/openapi.ts';

export type Contract = {
	document: OpenApiDocument;
	/** Returns what is wrong with a response according to the document, or null. */
	checkResponse: (method: string, address: string, status: number, body: unknown) => string | null;
};

/** The statuses that an unknown address or method may have. */
const UNKNOWN_CALL = [401, 403, 404, 405];

/** Creates a contract from a document. */
export function createContract(document: OpenApiDocument): Contract {
	const ajv = new Ajv2020({ strict: false, allErrors: true });
	addFormats.default(ajv);
	ajv.addSchema({ $id: 'api', ...document });
	const validators = new Map<string, ValidateFunction>();
	const getValidator = (pointer: string) => {
		const found = validators.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` });
		validators.set(pointer, found);
		return found;
	};
	const addresses = Object.keys(document.paths).map((path) => ({
		path,
		pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
		// An address without ids comes before one whose id would match it.
		ids: path.split('{').length,
	}));
	addresses.sort((one, other) => one.ids - other.ids);
	return {
		document,
		checkResponse(method, address, status, body) {
			const label = `${method} ${address} returned ${status}`;
			const path = addresses.find(({ pattern }) => pattern.test(address))?.path;
			const key = method === 'HEAD' ? 'get' : method.toLowerCase();
			const operation = path ? document.paths[path]?.[key] : undefined;
			if (!operation)
				return UNKNOWN_CALL.includes(status) ? null : `${label}, which the document does not contain`;
			if (status === 405) return `${label}, though the document has it`;
			const described = operation.responses[String(status)];
			if (!described) return `${label}: the document has only ${Object.keys(operation.responses)}`;
			if (method === 'HEAD') return null;
			const pointer = [
				'',
				'paths',
				path,
				key,
				'responses',
				String(status),
				'content',
				'application/json',
				'schema',
			]
				.map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')))
				.join('/');
			const validate = getValidator(pointer);
			return validate(body) ? null : `${label}: ${ajv.errorsText(validate.errors)}`;
		},
	};
}
