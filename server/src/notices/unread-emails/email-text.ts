import { isKeyOf } from '@sangam/shared/core/keys-of';
import { groupsByWeight, rankOfNotice } from '@sangam/shared/notices/notice-order';
import { type NoticeGroup, noticeGroupWords, noticeKindOf } from '@sangam/shared/notices/notification-kinds';
import { linkOfSeveral, wordingOfSeveral } from '@sangam/shared/notices/notification-words';
import { type Recipient, timeIn } from '../../people/people.js';
import type { Letter } from '../../platform/email/letter.js';
import { truncate } from '../../platform/email/values.js';
import type { Unread } from '../unread-changes/unread-words.js';
import { nextSteps } from './next-steps.js';

/** The most rows in an email, which counts the remaining items. */
const ROWS_MAX = 10;
const SUBJECT_MAX_CHARS = 100;

/** Returns the next deadline among several items; null if none has one. */
const nextDeadlineOf = (items: readonly Unread[]): Date | null =>
  items
    .map(({ answerBy }) => answerBy)
    .toSorted((a, b) => (a?.getTime() ?? Infinity) - (b?.getTime() ?? Infinity))[0] ?? null;

/** Returns the key of the row that an item shares with others of its kind about one project; null for an item with its own row. */
const sharedRowKey = ({ kind, about, actor, project }: Unread): string | null =>
  wordingOfSeveral({ kind }) === undefined || actor === null || project === null || !('project_id' in about)
    ? null
    : `${kind} ${about.project_id}`;

/** An item, or several of one kind by other members about one project, as the list of notifications shows them. */
type Row = readonly [Unread, ...Unread[]];

function inRows(items: readonly Unread[]): Row[] {
  const rows = new Map<string, Row>();
  for (const item of items) {
    const sharedKey = sharedRowKey(item);
    const rowItems = (sharedKey !== null && rows.get(sharedKey)) || [];
    const hasOwnRow = sharedKey === null || rowItems.some(({ actor }) => actor === item.actor);
    const [first, ...otherItems] = hasOwnRow ? [item] : [...rowItems, item];
    if (first) rows.set(hasOwnRow ? `alone ${rows.size}` : sharedKey, [first, ...otherItems]);
  }
  return [...rows.values()];
}

interface EmailOptions {
  publicUrl: string;
  showsText: boolean;
  /** The reader's time zone, for deadlines. */
  timeZone: string;
  /** The one-click unsubscribe link for these groups. */
  link: (groups: readonly NoticeGroup[]) => string;
}

/** The label of a link to any other item, by the start of its path. */
const linkLabels: readonly (readonly [beginning: string, label: string])[] = [
  ['/projects/', 'Open project'],
  ['/messages', 'Open conversation'],
  ['/work', 'Open My work'],
  ['/moderation', 'Review report'],
  ['/support', 'See how reports are handled'],
];

const labelOfPath = (path: string): string =>
  linkLabels.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'Open Sangam';

/** The labels of links to one or several things that await the member's answer. */
const awaited = {
  request: ['Review request', 'Review requests'],
  interest: ['Review interest', 'Review interest'],
  invitation: ['See invitation', 'See invitations'],
  offer: ['See transfer', 'See transfers'],
} as const;

/** The label of a row's link, by what its page lets the member do. */
const labelOf = ({ kind, path }: Pick<Unread, 'kind' | 'path'>, count: number): string => {
  const [, subject = ''] = /^(.+):(?:received|reminder|last_day)$/u.exec(kind) ?? [];
  if (isKeyOf(awaited, subject)) return awaited[subject][count === 1 ? 0 : 1];
  if (kind === 'seat:offered') return 'See seat offer';
  if (kind === 'offer:leaving') return awaited.offer[0];
  if (kind === 'projects:new') return 'See projects';
  if (kind === 'question:received' && count > 1) return 'Open messages';
  return labelOfPath(path);
};

interface Place {
  label: string;
  path: string;
}

/** Returns the row's wording after the first member's name, and the page to which it links. */
function describeRow([item, ...others]: Row): Place & { act: string } {
  const { kind, about, project, act } = item;
  if (others.length === 0 || project === null || !('project_id' in about))
    return { act, path: item.path, label: labelOf(item, 1) };
  const count = others.length === 1 ? '1 other' : `${others.length} others`;
  const path = linkOfSeveral([{ kind, project_id: about.project_id, subject_id: null }]);
  return {
    act: `and ${count} ${wordingOfSeveral({ kind })} ${project}`,
    path,
    label: labelOf({ kind, path }, 1 + others.length),
  };
}

/** Returns the page for all rows: the one that they share, the conversations, their one project, or else the dashboard. */
function linkForAll(rows: readonly Place[]): Place {
  const [first, ...others] = rows;
  if (first && others.every(({ label, path }) => path === first.path && label === first.label)) return first;
  const sections = new Set(rows.map(({ path }) => /^\/messages|^\/projects\/\d+|^\/work$|/u.exec(path)?.[0] ?? ''));
  const [path = ''] = sections.size === 1 ? sections : [];
  if (path === '') return { label: 'Open dashboard', path: '/dashboard' };
  return { label: path === '/messages' ? 'Open messages' : labelOfPath(path), path };
}

/**
 * Writes one email about a member's unread items. It quotes messages only if the member chose so. The button that mail programs show (RFC
 * 8058) names no groups, so it stops only emails about the subject's group; a link at the end stops each other group.
 */
export function composeUnreadEmail(
  reader: Recipient,
  unread: readonly Unread[],
  { publicUrl, showsText, timeZone, link }: EmailOptions,
): Letter {
  // A repeated email must have the same content, whatever the order in which its items were stored.
  const sorted = unread.toSorted(
    (a, b) => rankOfNotice(a.kind) - rankOfNotice(b.kind) || b.at.getTime() - a.at.getTime(),
  );
  const describedRows = inRows(sorted).map((items) => ({ items, ...describeRow(items) }));
  const [firstRow] = describedRows;
  if (!firstRow) throw new Error('an email about nothing');
  const rows = describedRows.slice(0, ROWS_MAX).map(({ items, act, label, path }) => {
    const [{ actor, kind, text }] = items;
    const answerBy = nextDeadlineOf(items);
    const quote = showsText ? text : null;
    const next = unread.length === 1 && quote === null && isKeyOf(nextSteps, kind) ? nextSteps[kind] : null;
    return {
      actor,
      act,
      quote,
      label,
      href: publicUrl + path,
      note: answerBy
        ? `${items.length > 1 ? 'Answer the first' : 'Answer'} by ${timeIn(timeZone, answerBy.toISOString())}`
        : next,
    };
  });
  const leftOutCount = describedRows.slice(ROWS_MAX).flatMap(({ items }) => items).length;
  const [{ actor, kind }] = firstRow.items;
  const otherCount = unread.length - firstRow.items.length;
  const button = linkForAll(describedRows);
  const groups = groupsByWeight.filter((group) => unread.some((item) => noticeKindOf(item.kind).group === group));
  return {
    ...reader,
    subject:
      truncate(actor === null ? firstRow.act : `${actor} ${firstRow.act}`, SUBJECT_MAX_CHARS) +
      (otherCount > 0 ? `, and ${otherCount} more` : ''),
    ...(describedRows.length === 1 ? {} : { heading: headingOf(unread) }),
    paragraphs: [],
    rows,
    ...(leftOutCount > 0 ? { more: `And ${leftOutCount} more` } : {}),
    button: { label: button.label, href: publicUrl + button.path },
    why:
      unread.length === 1
        ? 'You’re receiving this email because this notification is unread.'
        : 'You’re receiving this email because these notifications are unread.',
    links: groups.map((group) => ({
      label: `Stop emails about ${noticeGroupWords[group]}`,
      href: link([group]),
    })),
    unsubscribe: link([noticeKindOf(kind).group]),
  };
}

const headingOf = (unread: readonly Unread[]): string =>
  unread.every(({ kind }) => kind === 'message')
    ? `You have unread messages in ${unread.length} conversations`
    : `You have ${unread.length} unread notifications`;
