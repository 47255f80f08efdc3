import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sitePageNames } from '@sangam/shared/app/site';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSitePages } from './site-pages.js';

const operator = { name: 'Example College', address: '12 Ring Road, Pune', email: 'help@college.example' };
const warnings: unknown[] = [];
const log = { warn: (...args: unknown[]) => void warnings.push(args) };
let pagesDir: string;
beforeAll(async () => {
  pagesDir = await mkdtemp(join(tmpdir(), 'sangam-pages-'));
});
afterAll(() => rm(pagesDir, { recursive: true }));
const pages = () => createSitePages({ pagesDir, operator, smtpUrl: null }, log);

it.each(sitePageNames)('%s has a default that names the operator', async (name) => {
  const { text, version } = await pages().read(name);
  expect(text).toMatch(/^# \S/u);
  expect(text).toContain('help@college.example');
  expect(version).toMatch(/^[0-9a-f]{12}$/u);
  const bare = createSitePages({ pagesDir, operator: { name: null, address: null, email: null }, smtpUrl: null }, log);
  expect((await bare.read(name)).text).toContain('no published contact address');
});

it('promises emails only where a mail server is configured', async () => {
  const withEmail = createSitePages({ pagesDir, operator, smtpUrl: 'smtp://mail.example' }, log);
  const textsOf = async (site: typeof withEmail) =>
    (await Promise.all(sitePageNames.map((name) => site.read(name)))).map(({ text }) => text).join('\n');
  expect(await textsOf(withEmail)).toMatch(/The emailed link works for one hour/u);
  const defaultTexts = await textsOf(pages());
  expect(defaultTexts).toContain('ask the operator for your reset link');
  expect(defaultTexts).not.toMatch(/emailed|email you|Emails contain|email about|send the email/u);
});

it('shows the operator’s file, and follows its changes while the server runs', async () => {
  const sitePages = pages();
  const before = await sitePages.read('terms');
  const file = join(pagesDir, 'terms.md');
  await writeFile(file, '# Our rules\r\n\r\nBe kind.\r\n');
  const ownText = await sitePages.read('terms');
  expect(ownText.text).toBe('# Our rules\n\nBe kind.');
  expect(ownText.version).not.toBe(before.version);
  await writeFile(file, '# Our rules\n\nBe wild.');
  await utimes(file, new Date(), new Date(Date.now() + 5_000));
  expect((await sitePages.read('terms')).text).toContain('Be wild.');
  await rm(file);
  expect(await sitePages.read('terms')).toEqual(before);
  expect(warnings).toEqual([]);
});

it.each([
  ['blank', ' \n'],
  ['too large', 'x'.repeat(100_001)],
])('keeps the default for a file that is %s, and says so once', async (_, content) => {
  warnings.length = 0;
  const sitePages = pages();
  await writeFile(join(pagesDir, 'about.md'), content);
  expect((await sitePages.read('about')).text).toContain('About Sangam');
  await sitePages.read('about');
  expect(warnings).toHaveLength(1);
  await rm(join(pagesDir, 'about.md'));
});
