import type { MemberPage, MemberPageQuery } from '@sangam/shared/app/member-pages';
import { TIME_ZONE } from '@sangam/shared/core/limits';
import { answerRecord } from '@sangam/shared/projects/answer-record';
import type { PresenceService } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { confirmedCollege, roleParts } from './parts.js';
import * as queries from './queries.js';

/**
 * Returns a member's page as the reader may see it (R19.1). USER_NOT_FOUND, both for an id that nobody has and for a member who has no page
 * for the reader. `as` shows the reader's own page as such a reader would see it; INVALID for others' pages.
 */
export type ReadMemberPage = (
  reader: Member | null,
  memberId: number,
  query: MemberPageQuery,
) => Promise<Result<MemberPage>>;

export function createReadMemberPage({
  db,
  clock,
  presence,
  colleges,
}: {
  db: Db;
  clock: Clock;
  presence: Pick<PresenceService, 'shownTo'>;
  colleges: ReadonlyMap<string, string>;
}): ReadMemberPage {
  return async (reader, memberId, { as }) => {
    if (as !== undefined && reader?.id !== memberId)
      return fail('INVALID', { message: 'You can view only your own page as others see it.' });
    if (reader === null) {
      const creator = await queries.findCreatorName(db, memberId);
      return creator ? ok(creator) : fail('USER_NOT_FOUND');
    }
    const found = await queries.findPerson(db, reader.id, memberId, { as, at: clock.now() });
    if (!found) return fail('USER_NOT_FOUND');
    const { id, name, time_zone, confirmed_domain, takes_roles, free_from, ...profile } = found;
    const [runs, takes_part_in, facts, presenceShown] = await Promise.all([
      queries.findRun(db, id),
      queries.findJoined(db, id),
      queries.findFacts(db, id),
      profile.seen_as === 'team' ? presence.shownTo(reader.id, [id]) : null,
    ]);
    const record = answerRecord(facts.answers_took_ms ?? []);
    const [now] = presenceShown?.presences ?? [];
    return ok({
      id,
      name,
      profile: {
        ...profile,
        ...roleParts({ takes_roles, free_from }),
        ...confirmedCollege(colleges, confirmed_domain),
        time_zone: time_zone === '' ? TIME_ZONE : time_zone,
        ...(now && { presence: now }),
        runs,
        takes_part_in,
        finished: facts.finished,
        ...(record && { answer_record: record }),
      },
    });
  };
}
