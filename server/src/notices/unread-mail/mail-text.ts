import { type NewsGroup, newsGroupWords, newsKindOf } from '@sangam/shared/notices/notification-kinds';
import { escapeHtml } from '../../platform/lib/escape-html.js';
import type { OutgoingMail } from '../../platform/mail/mailer.js';
import type { Unread } from '../unread-changes/unread.js';

/** The items that a mail lists; it counts the rest. */
const LINES_MAX = 10;
const SUBJECT_MAX_CHARS = 100;

/** The order of groups in a mail, after items that end soon. The first item is the subject. */
const order: readonly NewsGroup[] = ['outcomes', 'requests', 'reminders', 'messages', 'team', 'projects'];
const rankOf = (kind: string): number => {
  const { group, endsSoon } = newsKindOf(kind);
  return endsSoon ? -1 : order.indexOf(group);
};

/** Keeps mail programs from linking addresses in a text: a made-up name must not turn a mail into an advertisement. */
export const withoutLinks = (text: string): string => text.replace(/[.:@](?=\S)/gu, '$&\u2060');

const cut = (text: string, max: number): string => {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text;
};

interface MailOptions {
  publicUrl: string;
  showsText: boolean;
  /** The one-click unsubscribe link for these groups. */
  link: (groups: readonly NewsGroup[]) => string;
}

/**
 * Writes one mail about a member's unread items. It quotes messages only if the member chose so. The button that mail programs show
 * (RFC 8058) names no groups, so it ends only those mails that the subject is about; a link at the end ends each other group.
 */
export function composeUnreadMail(
  to: string,
  unread: readonly Unread[],
  { publicUrl, showsText, link }: MailOptions,
): OutgoingMail {
  const sorted = [...unread].sort((a, b) => rankOf(a.kind) - rankOf(b.kind));
  const lines = sorted.slice(0, LINES_MAX).map(({ sentence, text, path }) => ({
    sentence: withoutLinks(sentence),
    text: showsText && text !== null ? withoutLinks(text) : null,
    link: publicUrl + path,
  }));
  const [first] = lines;
  const [main] = sorted;
  if (!first || !main) throw new Error('a mail about nothing');
  const others = unread.length - 1;
  const left = unread.length - lines.length;
  const more = left > 0 ? `And ${left} more.` : null;
  const groups = order.filter((group) => unread.some((one) => newsKindOf(one.kind).group === group));
  const stops = groups.map((group) => ({ about: newsGroupWords[group], link: link([group]) }));
  const why = 'You get this because it is unread. On your profile you choose what is mailed, and when:';
  const profile = `${publicUrl}/profile`;

  const text = [
    ...lines.map((line) => [line.sentence, ...(line.text === null ? [] : [`  “${line.text}”`]), line.link].join('\n')),
    ...(more === null ? [] : [`${more}\n${publicUrl}/dashboard`]),
    '— Sangam',
    `${why} ${profile}`,
    ...stops.map((stop) => `No more e-mails about ${stop.about}: ${stop.link}`),
  ].join('\n\n');

  const anchor = (href: string, words: string, style: string) =>
    `<a href="${escapeHtml(href)}" style="${style}">${escapeHtml(words)}</a>`;
  const small = 'font-size:.875rem;color:#52525b';
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    '<title>Sangam</title></head><body style="margin:0;background:#f4f4f5">' +
    '<div style="max-width:32rem;margin:0 auto;padding:1.5rem 1rem;font:16px/1.5 system-ui,sans-serif;color:#18181b;overflow-wrap:anywhere">' +
    lines
      .map(
        (line) =>
          '<div style="margin:0 0 .75rem;padding:.75rem 1rem;border-radius:.5rem;background:#fff">' +
          anchor(line.link, line.sentence, 'display:block;padding:.375rem 0;color:#4338ca;font-weight:600') +
          (line.text === null ? '' : `<p style="margin:.25rem 0 0">${escapeHtml(line.text)}</p>`) +
          '</div>',
      )
      .join('') +
    (more === null ? '' : `<p>${anchor(`${publicUrl}/dashboard`, more, 'color:#4338ca')}</p>`) +
    `<p style="${small}">${escapeHtml(why)} ${anchor(profile, 'your profile', 'color:inherit')}</p>` +
    stops
      .map(
        (stop) =>
          `<p style="${small}">${anchor(stop.link, `No more e-mails about ${stop.about}`, 'color:inherit')}</p>`,
      )
      .join('') +
    '</div></body></html>';
  const subject = cut(first.sentence, SUBJECT_MAX_CHARS) + (others > 0 ? `, and ${others} more` : '');
  return { to, subject, text, html, link: first.link, unsubscribe: link([newsKindOf(main.kind).group]) };
}
