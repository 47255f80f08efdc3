import type { FieldError } from '@sangam/shared/core/field-errors';
import { isBlank } from '@sangam/shared/core/text';
import { accountMessages } from '@sangam/shared/people/account-messages';
import { cleanLinks, isGithubLink, isHttpsLink } from '@sangam/shared/people/links';
import { cleanSkills } from '@sangam/shared/people/profile';
import type { MemberCard, ProfileEditBody, User } from '@sangam/shared/people/users';
import { transactAs } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { refuseOutdated } from '../../platform/lib/versions.js';
import { isFreeName } from '../names/refused-names.js';
import { type AddressPolicy, type ProfileFields, presentUser } from './own-profile.js';
import { findCards, findUser, lockUser, updateProfile } from './queries.js';

export interface UsersService {
  /** Returns the member as they see themself; USER_NOT_FOUND. */
  get(id: number): Promise<Result<User>>;
  /** Returns those of these members whom the reader may see, for links to members in messages (R6.12). */
  cards(readerId: number, ids: readonly number[]): Promise<MemberCard[]>;
  /** Publishes the member's own profile to their devices, in the transaction that changed it. */
  publishOwn(trx: Trx, publish: Publish, id: number): Promise<void>;
  /**
   * Changes the parts of the profile that are given (R3.1, R3.2, R3.8). CHOICES_CHANGED if there is a later version than `seenVersion`, on which
   * the change was made.
   */
  changeProfile(id: number, body: ProfileEditBody, seenVersion?: number): Promise<Result<User>>;
}

export function createUsersService({
  db,
  bus,
  clock,
  policy,
}: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  policy: AddressPolicy;
}): UsersService {
  const get = async (from: Db | Trx, id: number): Promise<Result<User>> => {
    const row = await findUser(from, id);
    return row ? ok(presentUser(row, policy)) : fail('USER_NOT_FOUND');
  };
  return {
    get: (id) => get(db, id),
    cards: (readerId, ids) => findCards(db, readerId, ids, clock.now()),
    async publishOwn(trx, publish, id) {
      const user = await get(trx, id);
      if (user.ok) publish('profile:changed', user.value);
    },
    async changeProfile(id, body, seenVersion) {
      const checked = checkProfile(body);
      if (!checked.ok) return checked;
      const fields = checked.value;
      return transactAs({ db, bus, userId: id }, async (trx, publish) => {
        const before = await lockUser(trx, id);
        if (!before) return fail('USER_NOT_FOUND');
        const outdatedRefusal = refuseOutdated(seenVersion, before.own_version);
        if (outdatedRefusal) return outdatedRefusal;
        if (fields.name !== undefined && before.name !== fields.name && !(await isFreeName(trx, fields.name, id)))
          return invalid([{ field: 'name', message: accountMessages.reservedName }]);
        if (Object.keys(fields).length > 0) await updateProfile(trx, id, fields);
        const updated = await get(trx, id);
        if (updated.ok && fields.listed && isIncomplete(updated.value))
          return invalid([{ field: 'listed', message: 'Add your college and skills first.' }]);
        if (updated.ok) publish('profile:changed', updated.value);
        if (updated.ok && updated.value.name !== before.name) publish('member:renamed', { user_id: id });
        return updated;
      });
    },
  };
}

/** Without college and skills, others would have no reason to choose the member. */
const isIncomplete = ({ college, skills }: User): boolean => college === '' || skills.length === 0;

function checkProfile({
  skills: typedSkills,
  links: typedLinks,
  takes_roles,
  github_link: link,
  ...body
}: ProfileEditBody) {
  const required = 'This field is required.';
  const skills = typedSkills && cleanSkills(typedSkills);
  const links = typedLinks && cleanLinks(typedLinks);
  const faults: FieldError[] = [];
  if (body.name !== undefined && isBlank(body.name)) faults.push({ field: 'name', message: required });
  if (body.college !== undefined && isBlank(body.college)) faults.push({ field: 'college', message: required });
  if (skills?.length === 0) faults.push({ field: 'skills', message: required });
  if (link && !isGithubLink(link)) faults.push({ field: 'github_link', message: 'Enter a link to a GitHub profile.' });
  if (links && !links.every(isHttpsLink))
    faults.push({ field: 'links', message: 'Enter links that begin with https://.' });
  if (faults.length > 0) return invalid(faults);
  return ok<Partial<ProfileFields>>({
    ...body,
    ...(skills && { skills }),
    ...(links && { links }),
    ...(takes_roles && { takes_roles: cleanSkills(takes_roles) }),
    ...(link !== undefined && { github_link: link || null }),
  });
}
