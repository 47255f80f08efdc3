import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, type Plugin } from 'vite';
import { chunks } from './build/chunks.ts';
import { emojiData } from './build/emoji-data.ts';
import { fileImports, notYetLoaded } from './build/file-imports.ts';
import { light } from './build/light.ts';
import { writePreloads } from './build/preloads.ts';
import { buildServiceWorker } from './build/service-worker.ts';

const shared = fileURLToPath(new URL('../shared/src/', import.meta.url));
const server = `http://localhost:${process.env.PORT ?? 3000}`;

const dist = fileURLToPath(new URL('dist/', import.meta.url));
/** Holds the unfinished build and, for a moment, the previous one. */
const workFolder = fileURLToPath(new URL('build/dist/', import.meta.url));
const outDir = `${workFolder}new/`;
const compressible = /\.(html|js|css|svg|webmanifest)$/u;

/** Minifies boot.js, which every page waits for; Vite copies files in public/ unchanged. */
async function minifyBoot(): Promise<void> {
  const path = `${outDir}boot.js`;
  const { code } = await minify('boot.js', await readFile(path, 'utf8'), { module: false });
  await writeFile(path, code);
}

/** Puts the finished build in place at once: a running server serves this folder, and a build that fails leaves it as it was. */
async function putInPlace(): Promise<void> {
  const old = `${workFolder}old`;
  await rm(old, { recursive: true, force: true });
  if (existsSync(dist))
    await rename(dist, old).catch((error: NodeJS.ErrnoException) => {
      // A container can't move a folder of its image.
      if (error.code !== 'EXDEV') throw error;
      return rm(dist, { recursive: true });
    });
  await rename(outDir, dist);
  await rm(workFolder, { recursive: true });
}

/**
 * Adds the service worker to what was built, then compresses all, once and well, so that the server need not do it for each reader, and
 * puts it in place.
 */
const finished = (): Plugin => ({
  name: 'finished',
  apply: 'build',
  async writeBundle(_options, bundle) {
    await minifyBoot();
    // Hidden, so that the server doesn't serve it.
    await writePreloads(bundle, `${outDir}.preloads.json`);
    await buildServiceWorker(outDir);
    const names = await readdir(outDir, { recursive: true });
    const compress = async (name: string) => {
      const bytes = await readFile(`${outDir}${name}`);
      await writeFile(`${outDir}${name}.br`, await promisify(brotliCompress)(bytes));
      await writeFile(`${outDir}${name}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    };
    await Promise.all(names.filter((name) => compressible.test(name)).map(compress));
    await putInPlace();
  },
});

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), emojiData(), light(), fileImports(), finished()],
  // The sources, so that neither `dev` nor `build` needs a built shared/ first.
  resolve: { alias: [{ find: /^@sangam\/shared\/(.*)$/, replacement: `${shared}$1.ts` }] },
  server: {
    proxy: {
      '/api': { target: server },
      '/files': { target: server },
      '/socket.io': { target: server, ws: true },
    },
  },
  build: {
    outDir,
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2022',
    // The page is served under a strict CSP: no inline script, no data: font.
    assetsInlineLimit: 0,
    // One file has all styles: no import on demand has to wait for more.
    cssCodeSplit: false,
    modulePreload: { polyfill: false, resolveDependencies: notYetLoaded },
    rolldownOptions: {
      // Compressing takes most of a build, of which it would warn.
      checks: { bundlerTimings: false },
      output: {
        // The first script names every other, and each those that it needs: with short names they are lighter.
        hashCharacters: 'base36',
        entryFileNames: 'assets/[hash:7].js',
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: { includeDependenciesRecursively: false, groups: chunks },
      },
    },
  },
});
