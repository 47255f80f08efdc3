import { isKeyOf } from '@sangam/shared/core/keys-of';
import { groupsByWeight, rankOfNotice } from '@sangam/shared/notices/notice-order';
import { type NoticeGroup, noticeGroupWords, noticeKindOf } from '@sangam/shared/notices/notification-kinds';
import { linkOfSeveral, wordsOfSeveral } from '@sangam/shared/notices/notification-words';
import { type Recipient, timeIn } from '../../people/people.js';
import type { Letter } from '../../platform/mail/letter.js';
import { cut } from '../../platform/mail/values.js';
import type { Unread } from '../unread-changes/unread-words.js';
import { nextSteps } from './next-steps.js';

/** The items that a mail lists; it counts the rest. */
const ROWS_MAX = 10;
const SUBJECT_MAX_CHARS = 100;

/** The deadline of several: the next one. */
const nextOf = (items: readonly Unread[]): Date | null =>
  items
    .map(({ answerBy }) => answerBy)
    .toSorted((a, b) => (a?.getTime() ?? Infinity) - (b?.getTime() ?? Infinity))[0] ?? null;

/** Names the row that an item belongs to. */
const rowOf = ({ kind, about, actor, project, path }: Unread): string =>
  wordsOfSeveral({ kind }) === undefined || actor === null || project === null || !('project_id' in about)
    ? path + kind
    : `${kind} ${about.project_id}`;

/** An item, or several of one kind by other members about one project, as the list of notifications shows them. */
type Row = readonly [Unread, ...Unread[]];

function inRows(items: readonly Unread[]): Row[] {
  const rows = new Map<string, Row>();
  for (const item of items) {
    const others = rows.get(rowOf(item)) ?? [];
    const isRepeated = others.some(({ actor }) => actor === item.actor);
    const [first, ...more] = isRepeated ? [item] : [...others, item];
    if (first) rows.set(isRepeated ? item.path + item.kind + rows.size : rowOf(item), [first, ...more]);
  }
  return [...rows.values()];
}

/** The row's words after the first member's name, and the page that answers it. */
function wordsOf([item, ...others]: Row): Pick<Unread, 'act' | 'path'> {
  const { kind, about, project } = item;
  if (others.length === 0 || project === null || !('project_id' in about)) return item;
  const count = others.length === 1 ? '1 other' : `${others.length} others`;
  return {
    act: `and ${count} ${wordsOfSeveral({ kind })} ${project}`,
    path: linkOfSeveral([{ kind, project_id: about.project_id, subject_id: null }]),
  };
}

interface MailOptions {
  publicUrl: string;
  showsText: boolean;
  /** The reader's, for deadlines. */
  timeZone: string;
  /** The one-click unsubscribe link for these groups. */
  link: (groups: readonly NoticeGroup[]) => string;
}

/** The button's label for any other item, by the page that it opens. */
const places: readonly (readonly [beginning: string, label: string])[] = [
  ['/projects/', 'Open project'],
  ['/messages', 'Open conversation'],
  ['/work', 'Open My work'],
  ['/moderation', 'Review report'],
  ['/support', 'See how reports are handled'],
];

/** The button's label for a kind, by what its page lets the member do. */
const buttonLabel = ({ kind, path }: Unread, count: number): string => {
  if (kind.startsWith('request:') && noticeKindOf(kind).group !== 'outcomes')
    return count === 1 ? 'Review request' : 'Review requests';
  if (kind.startsWith('interest:') && noticeKindOf(kind).group !== 'outcomes') return 'Review interest';
  if (kind === 'seat:offered') return 'See seat offer';
  if (kind === 'projects:new') return 'See projects';
  return places.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'Open Sangam';
};

/**
 * Writes one mail about a member's unread items. It quotes messages only if the member chose so. The button that mail programs show
 * (RFC 8058) names no groups, so it ends only those mails that the subject is about; a link at the end ends each other group.
 */
export function composeUnreadMail(
  reader: Recipient,
  unread: readonly Unread[],
  { publicUrl, showsText, timeZone, link }: MailOptions,
): Letter {
  // A mail that is repeated says the same, in whatever order its items were stored.
  const sorted = unread.toSorted(
    (a, b) => rankOfNotice(a.kind) - rankOfNotice(b.kind) || b.at.getTime() - a.at.getTime(),
  );
  const [first, ...further] = inRows(sorted);
  if (!first) throw new Error('a mail about nothing');
  const main = { ...first[0], ...wordsOf(first) };
  const others = unread.length - first.length;
  const rows = [first, ...further].slice(0, ROWS_MAX).map((row) => {
    const [{ kind, actor, text }] = row;
    const { act, path } = wordsOf(row);
    const answerBy = nextOf(row);
    const quote = showsText ? text : null;
    const next = unread.length === 1 && quote === null && isKeyOf(nextSteps, kind) ? nextSteps[kind] : null;
    return {
      actor,
      act,
      quote,
      href: publicUrl + path,
      note: answerBy
        ? `${row.length > 1 ? 'Answer the first' : 'Answer'} by ${timeIn(timeZone, answerBy.toISOString())}`
        : next,
    };
  });
  const left = further.slice(ROWS_MAX - 1).flat().length;
  const groups = groupsByWeight.filter((group) => unread.some((one) => noticeKindOf(one.kind).group === group));
  const about = cut(main.actor === null ? main.act : `${main.actor} ${main.act}`, SUBJECT_MAX_CHARS);
  return {
    ...reader,
    subject: about + (others > 0 ? `, and ${others} more` : ''),
    paragraphs: [
      unread.length === 1 ? 'You have one unread notification:' : `You have ${unread.length} unread notifications:`,
    ],
    rows,
    ...(left > 0 ? { more: { label: `And ${left} more`, href: `${publicUrl}/dashboard` } } : {}),
    button: { label: buttonLabel(main, first.length), href: publicUrl + main.path },
    why:
      unread.length === 1
        ? 'You’re receiving this email because this notification is unread.'
        : 'You’re receiving this email because these notifications are unread.',
    links: groups.map((group) => ({
      label: `Stop emails about ${noticeGroupWords[group]}`,
      href: link([group]),
    })),
    unsubscribe: link([noticeKindOf(main.kind).group]),
  };
}
