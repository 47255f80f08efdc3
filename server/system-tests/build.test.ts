import { execFile } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

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
