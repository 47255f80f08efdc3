import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const entry = fileURLToPath(new URL('../worker/main.ts', import.meta.url));

/** The files for a start without a network. Text outside the Latin alphabet then falls back to the system's font. */
const needed = /^(?:assets\/.+\.(?:js|css)|assets\/inter-latin-opsz-.+\.woff2|boot\.js|favicon\.svg)$/u;

const hashOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('base64');

/**
 * Builds the service worker for the files in `outDir`: writes the version into the page, and the version with the list
 * of files into the worker. The same sources give the same version on every server.
 */
export async function buildServiceWorker(outDir: string): Promise<void> {
  const names = (await readdir(outDir, { recursive: true })).map((name) => name.replaceAll('\\', '/'));
  const files = await Promise.all(
    names
      .filter((name) => needed.test(name))
      .toSorted()
      .map(async (name) => ({ url: `/${name}`, integrity: `sha256-${hashOf(await readFile(`${outDir}${name}`))}` })),
  );
  const [page, code] = await Promise.all([readFile(`${outDir}index.html`, 'utf8'), bundle()]);
  const version = createHash('sha256')
    .update(JSON.stringify([page, code, files]))
    .digest('hex')
    .slice(0, 16);
  const namedPage = page.replace('<html ', `<html data-version="${version}" `);
  const list = [{ url: '/', integrity: `sha256-${hashOf(namedPage)}` }, ...files];
  await writeFile(`${outDir}index.html`, namedPage);
  await writeFile(`${outDir}sw.js`, `const VERSION = ${JSON.stringify({ version, files: list })};\n${code}`);
}

/** The worker as one classic script, since not every browser supports modules here. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, target: 'es2022', rolldownOptions: { input: entry, output: { format: 'iife' } } },
  });
  const [output] = [built].flat();
  if (output === undefined || !('output' in output)) throw new Error('The service worker was not built.');
  return output.output[0].code;
}
