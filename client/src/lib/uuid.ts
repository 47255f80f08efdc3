/** Each 0 and 1 becomes four random bits; the 8, which names the variant, gets two. */
const PATTERN = '10000000-1000-4000-8000-100000000000';

/** A random UUID. `crypto.randomUUID` is missing on pages served over plain http from another host. */
export const uuid = (): string =>
  crypto.randomUUID?.() ??
  PATTERN.replace(/[018]/gu, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });
