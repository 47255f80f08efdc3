/** A member's id as an address writes it: digits alone. */
export function readMemberId(text: string | null): number | null {
  const id = text !== null && /^\d{1,16}$/u.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
