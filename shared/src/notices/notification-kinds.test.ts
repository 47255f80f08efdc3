import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { emailPaces, emailWaits } from './email-delay.js';
import { noticeGroups, noticeKindOf, noticeKinds, notificationScreens } from './notification-kinds.js';
import { PUSHED_AFTER_MS } from './quiet-hours-and-mutes.js';

const page = readFileSync(new URL('../../../docs/notifications.md', import.meta.url), 'utf8').replaceAll("'", '’');
/** Returns the cells of the rows whose first cell matches. */
const rows = (first: RegExp): string[][] =>
  [...page.matchAll(/^\| (.*) \|$/gmu)]
    .map(([, row = '']) => row.split(' | '))
    .filter(([cell = '']) => first.test(cell));

it('docs/notifications.md lists each kind with its group, whether it ends soon, and the screens that mark it read', () => {
  const stated = rows(/^`message`|^`\w+:/u).flatMap(([kinds = '', group = '', , , shown = '']) => {
    const readAt = notificationScreens.filter((place) => shown.split(', ').includes(place));
    const [name, soon] = group.split(', ');
    const row = { group: name, readAt, ...(soon === 'ends soon' ? { endsSoon: true } : {}) };
    return [...kinds.matchAll(/`([^`]+)`/gu)].map(([, kind]) => [kind, row]);
  });
  expect(Object.fromEntries(stated)).toEqual(noticeKinds);
  expect(stated).toHaveLength(Object.keys(noticeKinds).length);
});

const duration = (ms: number): string => {
  const [unit, words] = ms % 3_600_000 === 0 ? [3_600_000, 'h'] : ms % 60_000 === 0 ? [60_000, 'min'] : [1_000, 's'];
  return `${ms / unit} ${words}`;
};

it('docs/notifications.md lists the times of each channel', () => {
  expect(rows(/^(open page|push)$/u).map(([way, when]) => [way, when])).toEqual([
    ['open page', 'at once'],
    ['push', `${duration(PUSHED_AFTER_MS)} later`],
  ]);
  const stated = rows(new RegExp(`^\`(${emailPaces.join('|')})\``, 'u'));
  const held = emailPaces.map((pace) => {
    if (pace === 'never') return ['–', '–', '–'];
    const wait = emailWaits[pace];
    if ('afterMs' in wait)
      return [wait.afterMs, wait.afterMs].map((ms) => `${duration(ms)} later`).concat(duration(wait.apartMs));
    const at = `at ${wait.atMinutes / 60}:00`;
    return [at, `${duration(wait.endsSoonAfterMs)} later, or ${at} if that is sooner`, duration(wait.apartMs)];
  });
  expect(stated.map(([pace = '']) => /`(.*)`/u.exec(pace)?.[1])).toEqual(emailPaces);
  expect(stated.map(([, ...cells]) => cells)).toEqual(held);
});

it('every group has a kind, and unknown kinds have a group', () => {
  const used = Object.values(noticeKinds).map(({ group }) => group);
  expect([...new Set(used)].sort()).toEqual([...noticeGroups].sort());
  expect(noticeKindOf('of tomorrow')).toEqual({ group: 'team', readAt: [] });
  expect(noticeKindOf('toString').group).toBe('team');
});
