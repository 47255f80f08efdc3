/** Runs a tool from this folder: `node client/e2e/tools/run.mjs screenshots`. Vite reads their TypeScript. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const [name = ''] = process.argv.slice(2);
await runnerImport(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), { configFile: false, logLevel: 'warn' });
