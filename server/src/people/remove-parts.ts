import { isDeepStrictEqual } from 'node:util';
import { keysOf } from '@sangam/shared/core/keys-of';
import type { RemovablePart } from '@sangam/shared/core/reports';
import type { MemberText } from '@sangam/shared/people/users';
import type { Trx } from '../platform/db/database.js';
import type { Publish } from '../platform/db/transaction.js';
import { hasPicture } from './picture/queries.js';
import { endPicture } from './picture/service.js';
import type { ProfileFields } from './profile/own-profile.js';
import { findUser, lockUser, updateProfile } from './profile/queries.js';

/** The values of the parts of a page when they were reported. */
type ReportedParts = { [P in Exclude<RemovablePart, 'picture'>]?: string | readonly string[] | null } & {
  pictures?: readonly string[];
};

/** The values of removed texts. The name can’t be removed: every page has one. */
const emptyValues = {
  headline: '',
  about: '',
  looks_for: '',
  takes_roles: [],
  college: '',
  skills: [],
  github_link: null,
  links: [],
} satisfies Record<Exclude<MemberText, 'name'>, unknown> & Partial<ProfileFields>;

/**
 * Removes those of these parts of a member's page that are unchanged since they were reported, in the caller's transaction: nobody has
 * judged later changes. Returns the removed parts.
 */
export async function removeParts(
  trx: Trx,
  publish: Publish,
  userId: number,
  { parts, reported, at }: { parts: readonly RemovablePart[]; reported: readonly ReportedParts[]; at: Date },
): Promise<RemovablePart[]> {
  await lockUser(trx, userId);
  const page = await findUser(trx, userId);
  if (!page) return [];
  const texts = keysOf(emptyValues).filter(
    (part) =>
      parts.includes(part) &&
      page[part]?.length &&
      reported.some((report) => isDeepStrictEqual(report[part], page[part])),
  );
  if (texts.length > 0) {
    // An incomplete page isn't listed.
    const isIncomplete = texts.includes('college') || texts.includes('skills');
    const removedTexts = Object.fromEntries(texts.map((part) => [part, emptyValues[part]]));
    await updateProfile(trx, userId, { ...removedTexts, ...(isIncomplete && page.listed && { listed: false }) });
  }
  const pictures = reported.flatMap((report) => report.pictures ?? []);
  const isPicture =
    parts.includes('picture') &&
    (await hasPicture(trx, userId, pictures)) &&
    (await endPicture(trx, publish, userId, at));
  return [...(isPicture ? ['picture' as const] : []), ...texts];
}
