/**
 * Bundles the server's programs with the packages they use into `server/dist`: at a start, reading a few large files costs a quarter of
 * reading 1,500 small ones. `--watch` bundles again on change. Plain JavaScript, since it runs before anything is built.
 */
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown, watch } from 'rolldown';

const folder = fileURLToPath(new URL('.', import.meta.url));
const { exports, imports } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));

/** Programs that `npm run` and operators start by path, without `.js`; package.json lists the files that other workspaces import. */
const programs = [
  'openapi',
  'platform/db/generate-tables',
  'seed/main',
  'platform/commands/migrate-cli',
  'platform/commands/backup/backup-cli',
  'platform/commands/backup/restore-cli',
  'platform/commands/move/move-cli',
  'trust/moderators/moderator-cli',
];
/** Modules from which `tools/bench` builds a relay, and which no other workspace imports. It finds them by path. */
const forBenches = [
  'platform/limits/rate-limits',
  'platform/lib/wire-text',
  'platform/realtime/transport/packets',
  'platform/realtime/transport/server',
];
const imported = [...Object.values(exports), ...Object.values(imports)].flatMap((path) => {
  const [, name] = /^\.\/dist\/(.+)\.js$/u.exec(path) ?? [];
  return name === undefined ? [] : [name];
});

/** Packages that look for files next to their own: native modules, WebAssembly, the script of a thread, a page's assets. */
const withFiles = ['@electric-sql/pglite', '@node-rs/argon2', 'bufferutil', 'pino', 'pino-pretty', 'sharp'];
/** Packages that an installation without development dependencies does not have. */
const forDevelopment = ['kysely-codegen'];
const external = [...withFiles, ...forDevelopment].map((name) => new RegExp(`^${name}(/|$)`, 'u'));

/** Swagger UI serves files of its package, which stay where they are. */
const filesOf = (file, code) =>
  file.startsWith('@fastify/swagger-ui/')
    ? code.replaceAll('__dirname', `path.dirname(require.resolve('${file}'))`)
    : code;

/** Source maps cover only our own files: maps of packages would slow down each start. */
const packages = {
  name: 'packages',
  transform: {
    filter: { id: /node_modules/u },
    handler: (code, id) => ({
      code: filesOf(id.split('node_modules/').at(-1), code),
      map: { version: 3, names: [], sources: [], mappings: '' },
    }),
  },
};

const options = {
  cwd: folder,
  platform: 'node',
  input: Object.fromEntries([...programs, ...forBenches, ...imported].map((name) => [name, `src/${name}.ts`])),
  external,
  resolve: { alias: { '@sangam/shared': `${folder}../shared/src` } },
  plugins: [packages],
  logLevel: 'warn',
  output: {
    dir: 'dist',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    comments: { legal: true, annotation: false, jsdoc: false },
  },
};

if (process.argv.includes('--watch')) {
  watch(options).on('event', (event) => {
    if (event.code === 'ERROR') process.stderr.write(`${event.error.message}\n`);
    if ('result' in event) void event.result?.close();
  });
} else {
  rmSync(`${folder}dist/chunks`, { recursive: true, force: true });
  const { output, ...input } = options;
  const bundle = await rolldown(input);
  await bundle.write(output);
  await bundle.close();
}
