import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

// V8 collects garbage when the heap is 60 % larger than what was in use, instead of up to four times as large.
// The cached code below belongs to V8's flags, so they are set first.
setFlagsFromString('--heap-growing-percent=60');

// react and others read this variable while they are loaded.
const { env } = process;
env.NODE_ENV ??= 'production';

// V8 keeps the compiled code here, so that the next start need not compile it. A build removes the folder.
enableCompileCache(path.join(import.meta.dirname, '.compiled'));
await import('./start/run.ts');
