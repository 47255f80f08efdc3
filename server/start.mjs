/** `npm start`: builds what is missing or stale, then runs the server in this process. */
import { buildStale } from './build.mjs';

if (buildStale()) await import('./dist/main.js');
else process.exitCode = 1;
