import type { ProfileEditBody } from '@sangam/shared/people/users';
import { answer, defineCalls } from '../platform/http/contract-route.js';
import type { Member } from '../platform/lib/member.js';
import { fail, mapResult, ok } from '../platform/lib/result.js';
import { createCountOnce } from '../platform/limits/count-once.js';
import type { RateLimits } from '../platform/limits/rate-limits.js';
import type { HoursService } from './hours/service.js';
import type { PicturesService } from './picture/service.js';
import type { PresenceService } from './presence/service.js';
import type { UsersService } from './profile/service.js';

const session = ({ id, sessionId }: Member) => ({ userId: id, sessionId });

/** Members' profiles, pictures and presence. */
export function userCalls({
  users,
  hours,
  presence,
  pictures,
  limits,
}: {
  users: UsersService;
  hours: HoursService;
  presence: PresenceService;
  pictures: PicturesService;
  limits: RateLimits;
}) {
  // Limited like a search by name, so that nobody can list all members. Known members count, too: otherwise the time that a call takes would
  // show whether there is a member with an id.
  const lookups = createCountOnce(limits, 'peopleByMember');
  const changeProfile = async ({ id }: Member, change: ProfileEditBody, seenVersion: number | undefined) =>
    (await limits.take('profileByMember', id)) ??
    mapResult(await users.changeProfile(id, change, seenVersion), (user) => ({ user, data: { user } }));

  return defineCalls({
    'GET /api/users': async ({ member, query }) => {
      const ids = query.ids.split(',').map(Number);
      const beyond = await lookups.count(member.id, ids);
      return beyond?.refused ?? ok({ data: { members: await users.cards(member.id, ids) } });
    },
    'PUT /api/users/profile': ({ member, query, body }) =>
      // Without a link there is none afterwards; other fields that are not given stay.
      changeProfile(member, { ...body, github_link: body.github_link ?? null }, query.version),
    'PATCH /api/users/profile': ({ member, query, body }) => changeProfile(member, body, query.version),
    'PUT /api/users/picture': async ({ member, body }) =>
      (await limits.take('pictureByMember', member.id)) ?? answer(await pictures.replace(session(member), body)),
    'DELETE /api/users/picture': async ({ member }) => mapResult(await pictures.remove(member.id), () => ({})),
    'GET /api/pictures': async ({ member, query }) => {
      const refused = await limits.take('picturesByMember', member.id);
      return refused ?? ok({ data: await pictures.find(session(member), query.ids.split(',').map(Number)) });
    },
    'GET /api/hours': async ({ member }) => ok({ data: await hours.own(member.id) }),
    'PUT /api/hours': async ({ member, query, body }) => answer(await hours.save(member.id, body, query.version)),
    'GET /api/people/:id/hours': async ({ member, params }) => {
      const beyond = await lookups.count(member.id, [params.id]);
      return beyond?.refused ?? ok({ data: await hours.shared(member.id, params.id) });
    },
    'POST /api/users/update-status': async ({ member, body }) =>
      ok({ data: await presence.reportFromSession(member.sessionId, member.id, body) }),
    'POST /api/users/status': async ({ member, body }) =>
      ok({ data: (await presence.askedFor(member.id, body.userIds)).presences }),
    'GET /api/users/:id/status': async ({ member, params }) => {
      const { presences } = await presence.askedFor(member.id, [params.id]);
      const [found] = presences;
      return found ? ok({ data: found }) : (limits.refused('presenceByMember', member.id) ?? fail('USER_NOT_FOUND'));
    },
  });
}
