import { createHmac, timingSafeEqual } from 'node:crypto';
import { cleanEmail } from '@sangam/shared/people/account-forms';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { findCredentials, findDeviceSecret } from '../users/credentials.queries.js';
import { hasEnded } from './sessions.queries.js';
import type { Tokens } from './tokens.js';

/**
 * Recognizes devices that have signed in to an account before, so that people who guess its password elsewhere don't use up the attempts of
 * these devices. Their cookie holds the account's id and the day, signed with the account's password hash. It signs nobody in, and a new
 * password invalidates it.
 */
export interface KnownDevices {
  cookieName: string;
  /**
   * Gives its cookie to a device that has just authenticated with this session. A session that has ended since then gets none: the cookie
   * would be signed with the password that replaced the device's.
   */
  keep(reply: { setCookie(...cookie: Cookie): unknown }, userId: number, token: string): Promise<void>;
  /** The cookie of a device on which this member has just reset the password. */
  cookieOf(userId: number): Promise<Cookie>;
  /** The key that counts this device's sign-in attempts with this email; null if it never signed in to the account. */
  knownAs(cookie: string | undefined, email: string): Promise<string | null>;
  /** Whether a device with this cookie has signed in to this account before. */
  isKnown(cookie: string | undefined, userId: number): Promise<boolean>;
}

/** The arguments of `setCookie`. */
type Cookie = [name: string, value: string, options: CookieOptions];

interface CookieOptions {
  path: string;
  httpOnly: true;
  sameSite: 'lax';
  secure: boolean;
  maxAge: number;
}

export function createKnownDevices(deps: {
  db: Db;
  clock: Clock;
  jwtSecret: string;
  secure: boolean;
  tokens: Pick<Tokens, 'read'>;
}): KnownDevices {
  const { db, clock, jwtSecret, secure, tokens } = deps;
  // With this prefix, browsers refuse a cookie that another host of the same site has set.
  const cookieName = secure ? '__Host-sangam_device' : 'sangam_device';
  const maxAge = peopleServerLimits.knownDeviceMs / 1_000;
  const options: CookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge };
  const sign = (device: string, secret: string) =>
    createHmac('sha256', jwtSecret).update(`device ${device} ${secret}`).digest('base64url');

  /** The member and signature in a cookie; null if it is malformed or too old. */
  const readCookie = (cookie: string | undefined) => {
    const found = /^(([1-9]\d{0,15})\.(\d{4}-\d\d-\d\d))\.([\w-]{43})$/u.exec(cookie ?? '');
    if (!found) return null;
    const [, device = '', userId, day = '', signature = ''] = found;
    const isExpired = clock.nowMs() - Date.parse(day) > peopleServerLimits.knownDeviceMs;
    return isExpired ? null : { device, userId: Number(userId), signature };
  };
  const isSigned = async ({ device, userId, signature }: { device: string; userId: number; signature: string }) =>
    timingSafeEqual(Buffer.from(sign(device, await findDeviceSecret(db, userId))), Buffer.from(signature));

  const cookieOf: KnownDevices['cookieOf'] = async (userId) => {
    const device = `${userId}.${clock.now().toISOString().slice(0, 10)}`;
    return [cookieName, `${device}.${sign(device, await findDeviceSecret(db, userId))}`, options];
  };

  return {
    cookieName,
    cookieOf,
    async keep(reply, userId, token) {
      const cookie = await cookieOf(userId);
      const session = tokens.read(token);
      // Read after the password: whatever replaced it has ended the session.
      if (session.ok && !(await hasEnded(db, session.value.sessionId, userId))) reply.setCookie(...cookie);
    },

    async knownAs(cookie, email) {
      const device = readCookie(cookie);
      if (device === null) return null;
      const account = await findCredentials(db, cleanEmail(email));
      return account && account.id === device.userId && (await isSigned(device)) ? device.device : null;
    },
    async isKnown(cookie, userId) {
      const device = readCookie(cookie);
      return device?.userId === userId && (await isSigned(device));
    },
  };
}
