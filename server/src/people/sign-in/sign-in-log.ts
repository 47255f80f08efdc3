import type { Logger } from 'pino';
import type { SignedIn } from './service.js';

/** Notes who has signed in, how and from where: the member's id, never their email address. */
export const logSignIn = (
  { ip, log }: { ip: string; log: Pick<Logger, 'info'> },
  { user }: SignedIn,
  way: 'password' | 'sign-up' | 'social',
): void => log.info({ member: user.id, way, address: ip }, 'signed in');
