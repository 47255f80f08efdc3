import { execFile } from 'node:child_process';
import { access, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runsAll } from '@sangam/testing/runs';
import { describe, expect, it, onTestFinished } from 'vitest';

const cwd = fileURLToPath(new URL('../..', import.meta.url));

describe('the built server', () => {
  it('has each program that a script, the container or a document starts', async () => {
    const files = ['package.json', 'Dockerfile', 'CONTRIBUTING.md', 'docs/operations.md'];
    const texts = await Promise.all(files.map((file) => readFile(`${cwd}/${file}`, 'utf8')));
    const programs = new Set(texts.join('\n').match(/server\/dist\/[\w/-]+\.js/gu));
    expect(programs.size).toBeGreaterThan(5);
    for (const program of programs) await expect(access(`${cwd}/${program}`), program).resolves.toBeUndefined();
  });

  it('names the source in a stack trace', async () => {
    const program = `process.setSourceMapsEnabled(true);
      const { readConfig } = await import('./server/dist/config.js');
      try { readConfig({ PORT: 'none' }); } catch (error) { console.log(error.stack); }`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd });
    expect(stdout).toMatch(/\/server\/src\/config\.ts:\d+:\d+/u);
  });
});

/** A copy of the sources of the client or the server, with the packages and the shared code of this checkout. */
async function copyOf(part: 'client' | 'server'): Promise<string> {
  const folder = await mkdtemp(`${tmpdir()}/sangam-build-`);
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(`${cwd}${part}`, `${folder}/${part}`, {
    recursive: true,
    filter: (path) => !['dist', 'e2e', 'node_modules', 'verify'].includes(basename(path)),
  });
  for (const name of ['node_modules', 'shared', 'tsconfig.base.json', 'package.json'])
    await symlink(`${cwd}${name}`, `${folder}/${name}`);
  return folder;
}

describe.runIf(runsAll)('the client’s build', () => {
  it('replaces the previous one as a whole, while a server serves it', { timeout: 240_000 }, async () => {
    const folder = await copyOf('client');
    const dist = `${folder}/client/dist`;
    await mkdir(dist);
    await writeFile(`${dist}/index.html`, 'the build before');
    const seen = new Set<string>();
    const building = promisify(execFile)(process.execPath, [`${cwd}node_modules/vite/bin/vite.js`, 'build', 'client'], {
      cwd: folder,
    });
    let isBuilt = false;
    building.finally(() => (isBuilt = true)).catch(() => undefined);
    while (!isBuilt) {
      const names = await readdir(dist).catch(() => []);
      // Between two renames there is no build.
      if (names.length > 0) seen.add(names.toSorted().join());
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await building;
    const built = await readdir(dist);
    expect(built).toContain('index.html.br');
    expect([...seen]).toEqual(expect.arrayContaining(['index.html']));
    expect([...seen].filter((names) => names !== 'index.html')).toEqual(
      seen.size === 1 ? [] : [built.toSorted().join()],
    );
    expect(await readdir(`${folder}/client/build`)).not.toContain('dist');
  });
});

it.runIf(runsAll)('builds once when two start at the same moment', { timeout: 240_000 }, async () => {
  const folder = await copyOf('server');
  await mkdir(`${folder}/server/dist`);
  // Left by a build that was killed.
  await writeFile(`${folder}/server/dist/.building`, '4194305');
  const builds = [1, 2].map(() =>
    promisify(execFile)(process.execPath, ['server/build.mjs', 'server'], { cwd: folder }),
  );
  const printed = (await Promise.all(builds)).map(({ stdout }) => stdout).toSorted();
  expect(printed).toEqual(['Building the server…\n', 'Waiting for another build…\n']);
  await access(`${folder}/server/dist/main.js`);
});

it('builds again what was saved during a build', async () => {
  const folder = await mkdtemp(`${tmpdir()}/sangam-build-`);
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = {
    'package.json': JSON.stringify({ scripts: { 'build:server': 'node saves-meanwhile.mjs' } }),
    'saves-meanwhile.mjs': `import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
      if (!existsSync('saved')) for (const file of ['saved', 'server/src/main.ts']) writeFileSync(file, 'changed');
      mkdirSync('server/dist', { recursive: true });`,
    'server/src/main.ts': '',
    'server/build.mjs': await readFile(`${cwd}server/build.mjs`, 'utf8'),
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(`${folder}/${path}`), { recursive: true });
    await writeFile(`${folder}/${path}`, content);
  }
  const build = async () =>
    (await promisify(execFile)(process.execPath, ['server/build.mjs', 'server'], { cwd: folder })).stdout;
  expect([await build(), await build(), await build()]).toEqual([
    'Building the server…\n',
    'Building the server…\n',
    '',
  ]);
});
