import type { Project } from '@sangam/shared/projects/projects';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer } from '@sangam/testing/test-server';
import { describe, expect, it } from 'vitest';
import { isPreviewer, renderPreview } from './preview.js';

const project: Project = {
  id: 7,
  title: 'Rover',
  description: 'It rolls',
  category: 'other',
  required_skills: [],
  timeline: null,
  max_members: 5,
  current_members: 2,
  member_count: 2,
  offered_seats: 0,
  state: 'open',
  answer_days: 7,
  creator_id: 1,
  creator_name: 'Asha',
  created_at: '2026-01-01T00:00:00.000Z',
};
const described = (change: Partial<Project>): string | undefined =>
  /og:description" content="([^"]*)"/u.exec(renderPreview({ ...project, ...change }, 'https://sangam.example'))?.[1];

it('shows the free seats, or why there are none, and the start of the description', () => {
  expect(described({})).toBe('3 free seats. It rolls');
  expect(described({ current_members: 4 })).toBe('1 free seat. It rolls');
  expect(described({ current_members: 5 })).toBe('The team is full. It rolls');
  expect(described({ state: 'closed' })).toBe('This project isn’t taking new requests. It rolls');
  const seeks_creator_until = '2026-01-08T00:00:00.000Z';
  expect(described({ seeks_creator_until })).toBe('This project is looking for a new creator. It rolls');
  expect(described({ state: 'finished' })).toBe('This project is finished. It rolls');
  expect(described({ description: `  a\n\nb ${'👍'.repeat(300)}` })).toBe(`3 free seats. a b ${'👍'.repeat(196)} …`);
});

it('escapes text from the project', () => {
  const hostile = "\"><script>alert(1)</script><img src=x onerror='a'>&";
  const html = renderPreview({ ...project, title: hostile, description: hostile }, 'https://sangam.example');
  expect(html).not.toMatch(/<(script|img)/u);
  expect(html.match(/"/gu)).toHaveLength((renderPreview(project, 'https://sangam.example').match(/"/gu) ?? []).length);
  expect(html).not.toContain("'");
});

it.each([
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', true],
  ['WhatsApp/2.23.20.0', true],
  ['TelegramBot (like TwitterBot)', true],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', true],
  ['Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)', true],
  ['LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)', true],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36', false],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/480]',
    false,
  ],
  ['curl/8.0', false],
  [undefined, false],
])('%s: %s', (userAgent, expected) => expect(isPreviewer(userAgent)).toBe(expected));

describe('the address of a project', () => {
  it('returns a summary for visitors to previewers, and the page to other clients', async () => {
    await using server = await startTestServer();
    const asha = await server.signUp('Asha');
    const fields = { title: 'Rover & <i>co</i>', description: 'On Mars', category: 'other', max_members: 4 };
    const id = await postProject(server, asha, fields);
    const get = (path: string, headers: Record<string, string>) =>
      server.app.fastify.inject({ method: 'GET', url: path, headers });
    const bot = { 'user-agent': 'WhatsApp/2.23.20.0' };

    const preview = await get(`/projects/${id}`, { ...bot, authorization: `Bearer ${asha.token}` });
    expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(preview.body).toContain('content="Rover &#38; &#60;i&#62;co&#60;/i&#62;"');
    expect(preview.body).toContain('3 free seats. On Mars');
    expect(preview.body).not.toContain(asha.email);
    expect(preview.body).not.toContain('<script');
    expect(preview.headers.vary).toMatch(/\bUser-Agent\b/u);

    const call = await get(`/projects/${id}`, { 'user-agent': 'curl/8.0' });
    expect([call.json().project.title, call.headers.vary]).toEqual([
      fields.title,
      expect.stringMatching(/\bUser-Agent\b.*\bAccept\b/u),
    ]);
    // The REST call, and addresses without a project, give all clients the same answer.
    expect((await get(`/api/projects/${id}`, bot)).json().project.title).toBe(fields.title);
    const refusal = async (wrong: string, headers: Record<string, string>) => {
      const { code, message } = (await get(`/projects/${wrong}`, headers)).json();
      return [code, message];
    };
    for (const wrong of ['999999999', '0', 'x', '9007199254740993'])
      expect(await refusal(wrong, bot)).toEqual(await refusal(wrong, { 'user-agent': 'curl/8.0' }));
  });

  it('counts a summary as a call, also for a previewer that asks for a page', async () => {
    // 1.5 s of work: 125 summaries, but 300 pages.
    await using server = await startTestServer({ env: { RATE_LIMIT: 'on' }, rateLimitFactor: 0.05 });
    const id = await postProject(server, await server.signUp());
    const headers = { 'user-agent': 'WhatsApp/2.23.20.0', accept: 'text/html' };
    const statuses: number[] = [];
    for (let n = 0; n < 150; n += 1)
      statuses.push((await server.app.fastify.inject({ url: `/projects/${id}`, headers })).statusCode);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  });
});
