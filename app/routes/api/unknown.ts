import { json } from '~/server/http/answers.ts';

const nothingHere = () => json({ error: 'There is nothing at this address.' }, { status: 404 });

export { nothingHere as action, nothingHere as loader };
