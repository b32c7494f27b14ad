import { enableCompileCache } from 'node:module';
import path from 'node:path';

// react and others read this variable while they are loaded.
const { env } = process;
env.NODE_ENV ??= 'production';

// V8 keeps the compiled code here, so that the next start need not compile it. A build removes the folder.
enableCompileCache(path.join(import.meta.dirname, '.compiled'));
await import('./start/run.ts');
