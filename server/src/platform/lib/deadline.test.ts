import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isOver } from './deadline.js';

it('is over at the deadline and not before, and never without one', () => {
  const until = new Date('2026-03-10T12:00:00.000Z');
  const after = (ms: number) => new Date(until.getTime() + ms);
  expect([-1, 0, 1].map((ms) => isOver(until, after(ms)))).toEqual([false, true, true]);
  expect([-1, 0, 1].map((ms) => isOver(until.getTime(), until.getTime() + ms))).toEqual([false, true, true]);
  expect([isOver(null, until), isOver(undefined, until)]).toEqual([false, false]);
});

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|generated|platform\/lib\/deadline\.ts$/u.test(path))
  .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }));
/** The names of deadlines, in rows and in the code; `archived_until` is a number of messages. */
const name = String.raw`(?:\w+\.)*(?:expires_?[aA]t(?:Ms)?|answer_by|ask_again_at|(?!archived_)\w*_until|until(?:Ms)?|reopenUntil\([^)]*\))`;
const found = (pattern: string): string[] =>
  sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => !/^\s*(?:\*|\/\/|\/\*)/u.test(line) && new RegExp(pattern, 'u').test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );

it('queries select running deadlines with `>` and passed ones with `<=`, as `isOver` does', () => {
  expect(found(String.raw`\b${name}'?, '(?:<|>=)'|\b${name}\)? (?:<|>=) \$\{`)).toEqual([]);
  expect(found(String.raw`\b${name}'?, '(?:>|<=)'|\b${name}\)? (?:>|<=) \$\{`).length).toBeGreaterThan(20);
});

it('acts compare deadlines only with `isOver`', () => {
  const compared = String.raw`\b${name}(?:\.getTime\(\))? (?:<|>)=? (?!\$)|(?<![=\$>]) (?:<|>)=? (?<!\$\{)${name}\b`;
  // Monotonic times, the time of a notification before a session's end, numbers of messages, and free hours: no acts.
  const others = [
    ...['platform/db/embedded/lock.ts', 'platform/limits/rate-limits.ts'],
    ...['notices/web-push/session-end.ts', 'chat/contents/service.ts'],
    ...['app/team-hours/best-times.ts', 'people/hours/service.ts'],
  ];
  const inSql = /`|sql|SELECT|WHERE|AND |OR /u;
  expect(found(compared).filter((line) => !inSql.test(line) && !others.some((path) => line.startsWith(path)))).toEqual(
    [],
  );
});
