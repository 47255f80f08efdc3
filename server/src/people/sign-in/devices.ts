import { createHmac, timingSafeEqual } from 'node:crypto';
import { cleanEmail } from '@sangam/shared/people/account-forms';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { findCredentials, findPasswordHash } from '../profile/queries.js';

/**
 * The devices that have signed in to an account before, so that others who guess its password do not use up their
 * attempts. A cookie says so: the account's id and the day, signed with the account's password hash, and nothing else. It
 * signs nobody in, and a new password withdraws it.
 */
export interface Devices {
  cookie: {
    name: string;
    options: { path: string; httpOnly: true; sameSite: 'lax'; secure: boolean; maxAge: number };
  };
  /** The cookie of a device on which this member has just proved who they are. */
  remember(userId: number): Promise<string>;
  /** What a device with this cookie is counted by when it signs in with this email; null: it never did before. */
  knownAs(cookie: string | undefined, email: string): Promise<string | null>;
  /** Whether a device with this cookie has signed in to this account before. */
  isKnown(cookie: string | undefined, userId: number): Promise<boolean>;
}

export function createDevices(deps: { db: Db; clock: Clock; jwtSecret: string; secure: boolean }): Devices {
  const { db, clock, jwtSecret, secure } = deps;
  const sign = (device: string, passwordHash: string | null) =>
    createHmac('sha256', jwtSecret)
      .update(`device ${device} ${passwordHash ?? ''}`)
      .digest('base64url');

  /** What a cookie says, if it is none too old: whose device it is, and the signature. */
  const readCookie = (cookie: string | undefined) => {
    const found = /^(([1-9]\d{0,15})\.(\d{4}-\d\d-\d\d))\.([\w-]{43})$/u.exec(cookie ?? '');
    if (!found) return null;
    const [, device = '', userId, day = '', signature = ''] = found;
    const isOld = clock.nowMs() - Date.parse(day) > peopleServerLimits.knownDeviceMs;
    return isOld ? null : { device, userId: Number(userId), signature };
  };
  const isSigned = ({ device, signature }: { device: string; signature: string }, passwordHash: string | null) =>
    timingSafeEqual(Buffer.from(sign(device, passwordHash)), Buffer.from(signature));

  return {
    cookie: {
      // With this prefix, browsers refuse a cookie that another host of the same site has set.
      name: secure ? '__Host-sangam_device' : 'sangam_device',
      options: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: peopleServerLimits.knownDeviceMs / 1_000 },
    },
    async remember(userId) {
      const device = `${userId}.${new Date(clock.nowMs()).toISOString().slice(0, 10)}`;
      return `${device}.${sign(device, await findPasswordHash(db, userId))}`;
    },
    async knownAs(cookie, email) {
      const read = readCookie(cookie);
      if (read === null) return null;
      const account = await findCredentials(db, cleanEmail(email));
      return account && account.id === read.userId && isSigned(read, account.password_hash) ? read.device : null;
    },
    async isKnown(cookie, userId) {
      const read = readCookie(cookie);
      return read?.userId === userId && isSigned(read, await findPasswordHash(db, userId));
    },
  };
}
