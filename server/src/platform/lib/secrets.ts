import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns an unguessable token for a link or a cookie: 256 bits, base64url. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of such a token. Its entropy makes a slow hash unnecessary. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

interface Signer {
  sign(text: string): string;
  isValid(text: string, signature: string): boolean;
}

/** Signs texts for one purpose: a signature for another purpose is not valid. */
export function createSigner(secret: string, purpose: string): Signer {
  const key = createHmac('sha256', secret).update(purpose).digest();
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    sign,
    isValid(text, signature) {
      const [expected, given] = [Buffer.from(sign(text)), Buffer.from(signature)];
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}
