import { mailedAt, mailWaits } from '@sangam/shared/notices/delivery';
import type { Choices } from '../choices/queries.js';
import type { UntoldRow, Versions } from './queries.js';

/** How soon it is looked again whether a member who is online has left. */
export const LOOK_AGAIN_MS = 5 * 60_000;

/** What one mail tells now, or when it is to be looked again; null: not before something else comes. */
type Plan = { tell: Versions } | { lookAt: Date | null };

interface Permissions {
  choices: Choices;
  /** When the last mail was sent. */
  lastMailAt: Date | null;
  /** Somebody sits at one of the member's devices. */
  isOnline: boolean;
  untold: readonly UntoldRow[];
}

/**
 * Decides what to do with what a member has not read. Once the first of it is old enough, all of it goes into one mail, unless
 * the last mail was just sent, or the member is looking.
 */
export function planMail({ choices, lastMailAt, isOnline, untold }: Permissions, now: Date): Plan {
  const wanted = untold.flatMap((row) => {
    const mailAt = mailedAt(choices, row, now);
    return mailAt === null ? [] : [{ ...row, mailMs: mailAt.getTime() }];
  });
  if (wanted.length === 0 || choices.mail_pace === 'never') return { lookAt: null };
  const allowedMs = lastMailAt === null ? 0 : lastMailAt.getTime() + mailWaits[choices.mail_pace].apartMs;
  const dueMs = Math.max(allowedMs, Math.min(...wanted.map(({ mailMs }) => mailMs)));
  if (dueMs > now.getTime()) return { lookAt: new Date(dueMs) };
  if (isOnline) return { lookAt: new Date(now.getTime() + LOOK_AGAIN_MS) };
  return { tell: Object.fromEntries(wanted.map(({ topic, version }) => [topic, version])) };
}
