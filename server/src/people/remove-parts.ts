import type { RemovablePart } from '@sangam/shared/core/reports';
import type { Trx } from '../platform/db/database.js';
import type { Publish } from '../platform/db/transaction.js';
import { hasPicture } from './picture/queries.js';
import { endPicture } from './picture/service.js';
import { findUser, lockUser, updateProfile } from './profile/queries.js';

/** The values of the parts of a page when they were reported. */
export type ReportedParts = { [P in Exclude<RemovablePart, 'picture' | 'links'>]?: string } & {
  links?: readonly string[];
  pictures?: readonly string[];
};

const texts = ['headline', 'about', 'looks_for'] as const;

/**
 * Removes those of these parts of a member's page that are as they were reported, in the caller's transaction: nobody has judged later
 * changes. Returns the removed parts.
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
  const emptied = texts.filter(
    (part) => parts.includes(part) && page[part] !== '' && reported.some((each) => each[part] === page[part]),
  );
  const hasLinks =
    parts.includes('links') &&
    page.links.length > 0 &&
    reported.some(({ links = [] }) => links.join('\n') === page.links.join('\n'));
  if (emptied.length > 0 || hasLinks)
    await updateProfile(trx, userId, {
      ...Object.fromEntries(emptied.map((part) => [part, ''])),
      ...(hasLinks && { links: [] }),
    });
  const pictures = reported.flatMap((each) => each.pictures ?? []);
  const isPicture =
    parts.includes('picture') &&
    (await hasPicture(trx, userId, pictures)) &&
    (await endPicture(trx, publish, userId, at));
  return [...(isPicture ? ['picture' as const] : []), ...emptied, ...(hasLinks ? ['links' as const] : [])];
}
