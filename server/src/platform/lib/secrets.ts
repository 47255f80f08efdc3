import { createHash, randomBytes } from 'node:crypto';

/** Returns an unguessable token for a link or a cookie: 256 bits, base64url. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of such a token. Its entropy makes a slow hash unnecessary. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
