import { serverLimits } from '@sangam/shared/rules/limits';
import { newsGroupOf } from '@sangam/shared/rules/notification-choices';
import { type Choices, waysToTell } from '../choices/choices.js';
import type { UntoldRow, Versions } from './queries.js';

/** How soon it is looked again whether a member who is online has left. */
export const LOOK_AGAIN_MS = 5 * 60_000;

/** What one mail tells now, or when it is to be looked again; null: not before something else comes. */
type Plan = { tell: Versions } | { lookAt: Date | null };

interface Standing {
  choices: Choices;
  /** When the last mail was sent. */
  mailedAt: Date | null;
  /** Somebody sits at one of the member's devices. */
  isOnline: boolean;
  untold: readonly UntoldRow[];
}

/**
 * Decides what to do with what a member has not read. Once the first of it is old enough, all of it goes into one mail, unless
 * the last mail was just sent, or the member is looking.
 */
export function planMail({ choices, mailedAt, isOnline, untold }: Standing, now: Date): Plan {
  const wanted = untold.flatMap((row) => {
    const group = row.kind === null ? 'messages' : newsGroupOf(row.kind);
    const { about, at } = row;
    const { mail } = waysToTell(choices, { group, about, at }, now);
    return mail === null ? [] : [{ ...row, mailMs: mail.getTime() }];
  });
  if (wanted.length === 0) return { lookAt: null };
  const apartMs = choices.mail_pace === 'at_once' ? serverLimits.hastyMailsApartMs : serverLimits.mailsApartMs;
  const allowedMs = mailedAt === null ? 0 : mailedAt.getTime() + apartMs;
  const dueMs = Math.max(allowedMs, Math.min(...wanted.map(({ mailMs }) => mailMs)));
  if (dueMs > now.getTime()) return { lookAt: new Date(dueMs) };
  if (isOnline) return { lookAt: new Date(now.getTime() + LOOK_AGAIN_MS) };
  return { tell: Object.fromEntries(wanted.map(({ topic, version }) => [topic, version])) };
}
