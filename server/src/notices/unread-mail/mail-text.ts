import { type NewsGroup, type NewsKind, newsGroupWords, newsKindOf } from '@sangam/shared/notices/notification-kinds';
import { type Recipient, timeIn } from '../../people/people.js';
import type { Letter } from '../../platform/mail/letter.js';
import { cut } from '../../platform/mail/values.js';
import type { Unread } from '../unread-changes/unread-words.js';
import { nextSteps } from './next-steps.js';

/** The items that a mail lists; it counts the rest. */
const ROWS_MAX = 10;
const SUBJECT_MAX_CHARS = 100;

/** The order of groups in a mail, after items that end soon. The first item is the subject. */
const order: readonly NewsGroup[] = ['outcomes', 'requests', 'reminders', 'messages', 'team', 'projects'];
const rankOf = (kind: string): number => {
  const { group, endsSoon } = newsKindOf(kind);
  return endsSoon ? -1 : order.indexOf(group);
};

/** Kinds about a moderator's decision against the reader. */
const ofModerators: readonly string[] = ['project:hidden', 'account:warned'] satisfies NewsKind[];

interface MailOptions {
  publicUrl: string;
  showsText: boolean;
  /** The reader's, for deadlines. */
  timeZone: string;
  /** The one-click unsubscribe link for these groups. */
  link: (groups: readonly NewsGroup[]) => string;
}

/** The button's label for any other item, by the page that it opens. */
const places: readonly (readonly [beginning: string, label: string])[] = [
  ['/projects/', 'Open project'],
  ['/messages', 'Open conversation'],
  ['/work', 'Open My work'],
  ['/moderation', 'Review report'],
];

/** The button's label for a kind, by what its page lets the member do. */
const buttonLabel = ({ kind, path }: Unread): string => {
  if (kind.startsWith('request:') && newsKindOf(kind).group !== 'outcomes') return 'Review request';
  if (kind.startsWith('interest:') && newsKindOf(kind).group !== 'outcomes') return 'Review interest';
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
  const sorted = [...unread].sort((a, b) => rankOf(a.kind) - rankOf(b.kind));
  const [main] = sorted;
  if (!main) throw new Error('a mail about nothing');
  const others = unread.length - 1;
  const rows = sorted.slice(0, ROWS_MAX).map(({ kind, actor, act, text, answerBy, path }) => {
    const quote = showsText ? text : null;
    const hasNext = others === 0 && quote === null && Object.hasOwn(nextSteps, kind);
    const next = hasNext ? nextSteps[kind as NewsKind] : null;
    return {
      ...{ actor, act, quote, href: publicUrl + path },
      note: answerBy ? `Answer by ${timeIn(timeZone, answerBy.toISOString())}` : next,
    };
  });
  const left = unread.length - rows.length;
  const groups = order.filter((group) => unread.some((one) => newsKindOf(one.kind).group === group));
  const about = cut(main.actor === null ? main.act : `${main.actor} ${main.act}`, SUBJECT_MAX_CHARS);
  return {
    ...reader,
    subject: about + (others > 0 ? `, and ${others} more` : ''),
    paragraphs: [
      others === 0 ? 'You have one unread notification:' : `You have ${unread.length} unread notifications:`,
    ],
    rows,
    ...(left > 0 ? { more: { label: `And ${left} more`, href: `${publicUrl}/dashboard` } } : {}),
    button: { label: buttonLabel(main), href: publicUrl + main.path },
    ...(unread.some(({ kind }) => ofModerators.includes(kind)) && {
      closing: {
        text: 'Do you think a moderator’s decision is wrong?',
        link: { label: 'Contact support', href: `${publicUrl}/support` },
      },
    }),
    why:
      others === 0
        ? 'You get this email because this notification is unread.'
        : 'You get this email because these notifications are unread.',
    links: groups.map((group) => ({
      label: `Stop emails about ${newsGroupWords[group]}`,
      href: link([group]),
    })),
    unsubscribe: link([newsKindOf(main.kind).group]),
  };
}
