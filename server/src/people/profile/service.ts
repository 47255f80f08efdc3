import { isBlank } from '@sangam/shared/core/text';
import { accountMessages, type FieldError } from '@sangam/shared/people/account-forms';
import { cleanSkills, isGithubLink } from '@sangam/shared/people/profile';
import type { MemberCard, ProfileBody, User } from '@sangam/shared/people/users';
import { transactAs } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { isFreeName } from '../names/names.js';
import { type AddressPolicy, presentUser } from './own-profile.js';
import { findCards, findUser, lockUser, updateProfile } from './queries.js';

export interface UsersService {
  /** The member as they see themself; USER_NOT_FOUND. */
  get(id: number): Promise<Result<User>>;
  /** The members among these whom the reader may see, for links to members in messages (R6.12). */
  cards(readerId: number, ids: readonly number[]): Promise<MemberCard[]>;
  /** Publishes the member's own profile to their devices, in the transaction that changed it. */
  publishOwn(trx: Trx, publish: Publish, id: number): Promise<void>;
  /** Changes name, college, skills and GitHub link (R3.1, R3.2). */
  changeProfile(id: number, body: ProfileBody): Promise<Result<User>>;
}

export function createUsersService({
  db,
  bus,
  policy,
}: {
  db: Db;
  bus: Bus<DomainEvents>;
  policy: AddressPolicy;
}): UsersService {
  const get = async (from: Db | Trx, id: number): Promise<Result<User>> => {
    const row = await findUser(from, id);
    return row ? ok(presentUser(row, policy)) : fail('USER_NOT_FOUND');
  };
  return {
    get: (id) => get(db, id),
    cards: (readerId, ids) => findCards(db, readerId, ids),
    async publishOwn(trx, publish, id) {
      const user = await get(trx, id);
      if (user.ok) publish('profile:changed', user.value);
    },
    async changeProfile(id, body) {
      const checked = checkProfile(body);
      if (!checked.ok) return checked;
      const profile = checked.value;
      return transactAs({ db, bus, userId: id }, async (trx, publish) => {
        const own = await lockUser(trx, id);
        if (!own) return fail('USER_NOT_FOUND');
        if (own.name !== profile.name && !(await isFreeName(trx, profile.name, id)))
          return invalid([{ field: 'name', message: accountMessages.reservedName }]);
        await updateProfile(trx, id, profile);
        const changed = await get(trx, id);
        if (changed.ok) publish('profile:changed', changed.value);
        return changed;
      });
    },
  };
}

function checkProfile(body: ProfileBody) {
  const required = 'This field is required.';
  const { name, college } = body;
  const skills = cleanSkills(body.skills);
  const link = body.github_link || null;
  const faults: FieldError[] = [];
  if (isBlank(name)) faults.push({ field: 'name', message: required });
  if (isBlank(college)) faults.push({ field: 'college', message: required });
  if (skills.length === 0) faults.push({ field: 'skills', message: required });
  if (link !== null && !isGithubLink(link))
    faults.push({ field: 'github_link', message: 'Please enter a link to a GitHub profile.' });
  if (faults.length > 0) return invalid(faults);
  return ok({ name, college, skills, github_link: link });
}
