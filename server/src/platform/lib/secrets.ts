import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFolder } from '../data-dir.js';
import { errorCode } from './error-code.js';

/** Returns an unguessable token for a link or a cookie: 256 bits, base64url. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of such a token. Its entropy makes a slow hash unnecessary. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Reads the secret in this file, or creates it, so that sessions outlive a restart. Safe for several servers that start at once:
 * the file appears whole, and only once.
 */
export function loadOrCreateSecret(path: string): string {
  if (!existsSync(path)) {
    createFolder(dirname(path));
    const own = `${path}.${randomUUID()}`;
    try {
      writeFileSync(own, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
      linkSync(own, path);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(own, { force: true });
    }
  }
  return readFileSync(path, 'utf8');
}
