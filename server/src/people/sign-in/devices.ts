import { createHmac, timingSafeEqual } from 'node:crypto';
import { cleanEmail } from '@sangam/shared/people/account-forms';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import Bowser from 'bowser';
import type { Db } from '../../platform/db/database.js';
import { networkOf } from '../../platform/lib/client-address.js';
import type { Clock } from '../../platform/lib/clock.js';
import { findCredentials, findDeviceSecret } from '../profile/queries.js';

/** The device and network on which a session began, as the member's list of devices shows them. */
export interface SessionOrigin {
  /** Browser and system from the User-Agent; null if it names neither. */
  device: string | null;
  network: string;
}

export interface SignInOrigin extends SessionOrigin {
  /** Whether the device has signed in to the account before. */
  isKnownDevice: boolean;
  /** Whether the member wants to keep an account that is due for deletion. */
  comesBack: boolean;
}

/** Longer than any browser's User-Agent. */
const AGENT_MAX_CHARS = 512;
const DEVICE_MAX_CHARS = 80;

export function originOf({
  headers,
  ip,
}: {
  headers: { 'user-agent'?: string | undefined };
  ip: string;
}): SessionOrigin {
  const agent = (headers['user-agent'] ?? '').slice(0, AGENT_MAX_CHARS);
  const network = networkOf(ip);
  if (agent === '') return { device: null, network };
  const { browser, os } = Bowser.parse(agent);
  const named = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return { device: named.length === 0 ? null : named.join(' on ').slice(0, DEVICE_MAX_CHARS), network };
}

/**
 * Recognizes devices that have signed in to an account before, so that others who guess its password don't use up their attempts. Their
 * cookie holds the account's id and the day, signed with the account's password hash. It signs nobody in, and a new password
 * invalidates it.
 */
export interface Devices {
  cookie: {
    name: string;
    options: { path: string; httpOnly: true; sameSite: 'lax'; secure: boolean; maxAge: number };
  };
  /** The cookie for a device on which this member has just authenticated. */
  remember(userId: number): Promise<string>;
  /** The key that counts this device's sign-in attempts with this email; null if it never signed in to the account. */
  knownAs(cookie: string | undefined, email: string): Promise<string | null>;
  /** Whether a device with this cookie has signed in to this account before. */
  isKnown(cookie: string | undefined, userId: number): Promise<boolean>;
}

export function createDevices(deps: { db: Db; clock: Clock; jwtSecret: string; secure: boolean }): Devices {
  const { db, clock, jwtSecret, secure } = deps;
  const sign = (device: string, secret: string) =>
    createHmac('sha256', jwtSecret).update(`device ${device} ${secret}`).digest('base64url');

  /** The member and signature in a cookie; null if it is malformed or too old. */
  const readCookie = (cookie: string | undefined) => {
    const found = /^(([1-9]\d{0,15})\.(\d{4}-\d\d-\d\d))\.([\w-]{43})$/u.exec(cookie ?? '');
    if (!found) return null;
    const [, device = '', userId, day = '', signature = ''] = found;
    const isOld = clock.nowMs() - Date.parse(day) > peopleServerLimits.knownDeviceMs;
    return isOld ? null : { device, userId: Number(userId), signature };
  };
  const isSigned = async ({ device, userId, signature }: { device: string; userId: number; signature: string }) =>
    timingSafeEqual(Buffer.from(sign(device, await findDeviceSecret(db, userId))), Buffer.from(signature));

  return {
    cookie: {
      // With this prefix, browsers refuse a cookie that another host of the same site has set.
      name: secure ? '__Host-sangam_device' : 'sangam_device',
      options: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: peopleServerLimits.knownDeviceMs / 1_000 },
    },
    async remember(userId) {
      const device = `${userId}.${clock.now().toISOString().slice(0, 10)}`;
      return `${device}.${sign(device, await findDeviceSecret(db, userId))}`;
    },
    async knownAs(cookie, email) {
      const read = readCookie(cookie);
      if (read === null) return null;
      const account = await findCredentials(db, cleanEmail(email));
      return account && account.id === read.userId && (await isSigned(read)) ? read.device : null;
    },
    async isKnown(cookie, userId) {
      const read = readCookie(cookie);
      return read?.userId === userId && (await isSigned(read));
    },
  };
}
