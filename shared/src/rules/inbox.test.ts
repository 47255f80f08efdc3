import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type InboxPlace, inboxKinds } from './inbox.js';

const page = readFileSync(new URL('../../../docs/notifications.md', import.meta.url), 'utf8');
const words: Record<InboxPlace, string> = {
  dashboard: 'the dashboard’s requests',
  project: 'the project’s page',
  work: '`/work`',
};

it('docs/notifications.md says where each kind is read', () => {
  const stated = [...page.replaceAll("'", '’').matchAll(/^\| (`.*) \|$/gmu)].flatMap(([, row = '']) => {
    const [kinds = '', , , places = ''] = row.split(' | ');
    const there = Object.entries(words).flatMap(([place, text]) => (places.includes(text) ? [place] : []));
    return [...kinds.matchAll(/`([^`]+)`/gu)].map(([, kind]) => [kind, there]);
  });
  expect(Object.fromEntries(stated)).toEqual(inboxKinds);
});
