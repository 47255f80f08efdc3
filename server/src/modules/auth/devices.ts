import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '@sangam/shared/rules/limits';
import { cleanEmail } from '@sangam/shared/rules/text';
import type { Db } from '../../db/database.js';
import type { Clock } from '../../lib/clock.js';
import { findCredentials } from '../users/users.js';

/**
 * The devices that have signed in to an account before, so that others who guess its password do not use up their
 * attempts. A cookie says so: the account's id and the day, signed, and nothing else. It signs nobody in.
 */
export interface Devices {
  cookie: {
    name: string;
    options: { path: string; httpOnly: true; sameSite: 'lax'; secure: boolean; maxAge: number };
  };
  /** The cookie of a device on which this member has just proved who they are. */
  remember(userId: number): string;
  /** What a device with this cookie is counted by when it signs in with this email; null: it never did before. */
  knownAs(cookie: string | undefined, email: string): Promise<string | null>;
}

export function createDevices(deps: { db: Db; clock: Clock; jwtSecret: string; secure: boolean }): Devices {
  const { db, clock, jwtSecret, secure } = deps;
  const sign = (device: string) => createHmac('sha256', jwtSecret).update(`device ${device}`).digest('base64url');
  const isSigned = (device: string, signature: string) =>
    timingSafeEqual(Buffer.from(sign(device)), Buffer.from(signature));

  return {
    cookie: {
      // With this prefix, browsers refuse a cookie that another host of the same site has set.
      name: secure ? '__Host-sangam_device' : 'sangam_device',
      options: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: limits.knownDeviceMs / 1_000 },
    },
    remember(userId) {
      const device = `${userId}.${new Date(clock.nowMs()).toISOString().slice(0, 10)}`;
      return `${device}.${sign(device)}`;
    },
    async knownAs(cookie, email) {
      const found = /^(([1-9]\d{0,15})\.(\d{4}-\d\d-\d\d))\.([\w-]{43})$/u.exec(cookie ?? '');
      if (!found) return null;
      const [, device = '', userId, day = '', signature = ''] = found;
      if (!isSigned(device, signature) || clock.nowMs() - Date.parse(day) > limits.knownDeviceMs) return null;
      const account = await findCredentials(db, cleanEmail(email));
      return account?.id === Number(userId) ? device : null;
    },
  };
}
