import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LOCALE, TIME_ZONE } from '../core/limits.js';
import { PROJECT_CATEGORIES } from '../projects/limits.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const readFile = (path: string): string => readFileSync(root + path, 'utf8');
const page = readFile('docs/rules.md');

const folders = ['client', 'server', 'shared', 'loadtest', 'testing', 'tools', 'migrations'].filter((name) =>
  existsSync(root + name),
);
const files = folders
  .flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => /\.(tsx?|sql)$/u.test(path) && !/\/(node_modules|dist)\//u.test(path));
const chapter = (number: number): string =>
  page.split(/^(?=## R\d)/mu).find((text) => text.startsWith(`## R${number} `)) ?? '';
/** The cells of a chapter's tables, without their heads. */
const rows = (text: string): string[][] =>
  [...text.matchAll(/^\| (`.*) \|$/gmu)].map(([, cells]) => (cells ?? '').split(' | '));
const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/gu)].map(([, text]) => text ?? '');

const unitSizes = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, days: 86_400_000, KiB: 1_024, MiB: 1_024 ** 2, '%': 1 };
const value = (text: string): number => {
  const [, number = '', unit] = /^([\d,.]+)(?: (\S+))?$/u.exec(text) ?? [];
  const [, size] = Object.entries(unitSizes).find(([name]) => name === unit) ?? [];
  return Number(number.replaceAll(',', '')) * (unit === undefined ? 1 : (size ?? Number.NaN));
};

/** The rules that state a limit in their text; R14 lists all others. */
const limitsInRules: Record<string, string[]> = {
  'R1.5': ['badgeMax'],
  'R2.3': ['sessionMs', 'rememberedSessionMs', 'unaskedSessionMs'],
  'R2.5': ['passwordMinStrength'],
  'R2.8': ['resetLinkMs'],
  'R2.9': ['resetPasswordMinChars', 'resetDoneRedirectMs'],
  'R2.11': ['oauthFailedRedirectMs'],
  'R2.13': ['uptimeDefaultPercent'],
  'R2.20': ['emailLinkMs'],
  'R2.22': ['formerAddressMs', 'recentSignInMs'],
  'R2.24': ['comeBackMs'],
  'R3.8': ['linksMax', 'takenRolesMax'],
  'R3.10': ['nightFromHour', 'nightUntilHour', 'bestTimesMax', 'meetingMinQuarters'],
  'R4.2': ['membersMin', 'membersMax', 'membersDefault'],
  'R4.4': ['indexedPartMinChars', 'newestSearchedMax'],
  'R4.5': ['cardSkills'],
  'R4.12': ['seeksCreatorForMs'],
  'R4.13': ['listedForMs', 'listingEndsSoonMs'],
  'R4.15': ['rolesMax', 'roleSkillsMax'],
  'R5.9': ['suitedProjects', 'reopenMs'],
  'R5.12': ['seatOfferMs'],
  'R5.14': ['questionsMax'],
  'R5.15': ['pendingRequestsMax', 'waitlistsMax'],
  'R5.17': ['answersToShow', 'answersCounted'],
  'R5.18': ['waitMs', 'waitReminderMs'],
  'R5.19': ['askAgainAfterMs', 'withdrawalCountsMs'],
  'R5.21': ['invitationMs', 'invitationPlaceMs'],
  'R6.1': ['messageMaxChars'],
  'R6.4': ['afterReadRefreshDelayMs'],
  'R6.5': ['afterSendSkipMs'],
  'R6.11': ['firstMessagePlaceMs', 'pendingFirstMessagesMax', 'unansweredMessagesMax'],
  'R6.14': ['replacedWordsKeptMs'],
  'R6.17': ['reactionsOfMemberMax'],
  'R6.21': ['pinnedMax'],
  'R6.23': ['savedMax'],
  'R6.29': ['mentionsMax', 'teamMentionsPerDay'],
  'R7.1': ['inactiveAfterMs', 'heartbeatMs'],
  'R8.1': ['TIME_ZONE', 'LOCALE'],
  'R9.1': ['dashboardProjects'],
  'R9.6': ['analyticsWeeks', 'analyticsWeeksMax'],
  'R10.1': ['pingMissedMs'],
  'R10.2': ['pollIntervalMs', 'focusRefreshDelayMs'],
  'R15.4': ['notificationsMax', 'readNotificationKeptMs'],
  'R15.6': ['sessionEndPushedBeforeMs'],
  'R15.7': ['emailedAfterMs'],
  'R15.10': ['followedSkillsMax'],
  'R16.1': ['reportWordsMaxChars', 'reportedMessagesMax', 'messagesInReportMax'],
  'R16.2': [
    ...['reportedNeighbours', 'contextMax', 'contextBeforeMax', 'contextBeforeMs', 'decidedReportKeptMs'],
    ...['replacedPageKeptMs', 'replacedPicturesMax', 'earlierPagesMax', 'reportedNotesMin', 'reportedNotesMax'],
  ],
  'R16.9': ['formerMemberReportsMs'],
  'R17.1': ['attachmentMaxBytes', 'attachmentsMax'],
  'R17.2': ['unnamedUploadMs'],
  'R17.5': ['unnamedUploadsMax', 'memberFilesMaxBytes'],
  'R17.8': ['reportedFileKeptMs'],
  'R18.4': ['wordBeginningMinChars'],
  'R19.2': ['listedForDays'],
  'R19.6': ['memberPictureMaxBytes'],
  'R19.7': ['suggestedPeople'],
};

const smallNumbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
const unitWords = { s: 's(econds?)?', min: 'min(utes?)?', h: 'hours?', days: 'days?', KiB: 'kB', MiB: 'MB', '%': '%' };
const unitsOf = (name: string): (keyof typeof unitWords)[] => {
  if (name.endsWith('Ms')) return ['s', 'min', 'h', 'days'];
  if (name.endsWith('Bytes')) return ['KiB', 'MiB'];
  return name.endsWith('Percent') ? ['%'] : [];
};
/** Matches the ways in which a rule may write a limit: "7 days", "an hour", "three". */
function limitPattern(name: string, limit: number | string): RegExp {
  if (typeof limit === 'string') return new RegExp(limit, 'u');
  const countPattern = (count: number): string =>
    `(${[count.toLocaleString('en'), ...smallNumbers.slice(count, count + 1)].join('|')})`;
  const units = unitsOf(name);
  const wordings =
    units.length === 0
      ? [countPattern(limit)]
      : units.map((unit) => `${countPattern(limit / unitSizes[unit])}${unit === '%' ? '' : ' '}${unitWords[unit]}`);
  if (limit === unitSizes.s / 2) wordings.push('half a second');
  if (limit === unitSizes.h) wordings.push('an hour');
  if (limit === unitSizes.days) wordings.push('a day');
  if (limit === 365 * unitSizes.days) wordings.push('a year');
  return new RegExp(`(?<![\\d.])(${wordings.join('|')})(?!\\w)`, 'iu');
}

/** The limits of all subjects, from their `limits.ts`. */
async function allLimits(): Promise<Record<string, number>> {
  const found = files.filter((path) => /^shared\/src\/[a-z]+\/limits\.ts$/u.test(path));
  const loaded = await Promise.all(found.map((path) => import(`${root}${path}`)));
  return Object.assign(
    {},
    ...loaded.flatMap((file) =>
      Object.values(file).filter((value) => typeof value === 'object' && !Array.isArray(value)),
    ),
  );
}

describe('docs/rules.md', () => {
  it('states each limit of the code once, with its value', async () => {
    const limits: Record<string, number | string> = { ...(await allLimits()), TIME_ZONE, LOCALE };
    const [, list = ''] = /^```text\n([\s\S]*?)^```/mu.exec(chapter(14)) ?? [];
    const listed = [...list.matchAll(/^(\w+) +(.+)$/gmu)].map(
      ([, name = '', text = '']) => [name, value(text)] as const,
    );
    const namedLimits = [...listed.map(([name]) => name), ...Object.values(limitsInRules).flat()];
    expect(namedLimits.toSorted()).toEqual(Object.keys(limits).toSorted());
    for (const [name, stated] of listed) expect([name, stated]).toEqual([name, limits[name]]);
    for (const [rule, names] of Object.entries(limitsInRules)) {
      const [, text = ''] = page.split(`**${rule}** `);
      const [words = ''] = text.replace(/\n(?!\n)/gu, ' ').split('\n');
      for (const name of names) expect(words, name).toMatch(limitPattern(name, limits[name] ?? ''));
    }
  });

  it('lists the categories of a project', () => {
    const [, list = ''] = /The category is one of: ([^.]+)\./u.exec(page) ?? [];
    expect(quoted(list)).toEqual([...PROJECT_CATEGORIES]);
  });

  it('lists the routes of the client', () => {
    const router = files.find((path) => path.endsWith('app/router.tsx')) ?? '';
    const routes = [...readFile(router).matchAll(/ path="(\/[^"]*)"/gu)].map(([, path]) => path);
    const listed = rows(chapter(1)).flatMap(([cell]) => quoted(cell ?? ''));
    expect(listed.toSorted()).toEqual(routes.toSorted());
  });

  it('numbers its rules without gaps', () => {
    const numbers = [...page.matchAll(/^(?:\*\*|## )R(\d+)(?:\.(\d+))?/gmu)].map(([, major, minor]) => [
      Number(major),
      minor === undefined ? 0 : Number(minor),
    ]);
    const expected: number[][] = [];
    for (const [major = 0] of numbers.filter(([, minor]) => minor === 0))
      for (let minor = 0; minor < numbers.filter(([otherMajor]) => otherMajor === major).length; minor += 1)
        expected.push([major, minor]);
    expect(numbers).toEqual(expected);
  });

  it('has every rule that the page or the code refers to', () => {
    const stated = new Set([...page.matchAll(/^(?:\*\*|## )(R\d+(?:\.\d+)?)/gmu)].map(([, number]) => number));
    const named = ['docs/rules.md', ...files].flatMap((path) =>
      [...readFile(path).matchAll(/(?<![\w.])R\d+\.\d+(?![\w.]\d)/gu)].map(([number]) => ({ path, number })),
    );
    expect(named.filter(({ path }) => path !== 'docs/rules.md').length).toBeGreaterThan(30);
    expect(named.filter(({ number }) => !stated.has(number))).toEqual([]);
  });
});
