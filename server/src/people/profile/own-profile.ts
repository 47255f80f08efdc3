import type { ProfileBody, User } from '@sangam/shared/people/users';
import type { Member } from '../../platform/lib/member.js';

/** The parts of a profile that the member writes. */
export type ProfileFields = Required<ProfileBody>;

export interface UserRow extends Omit<ProfileFields, 'listed'> {
  id: number;
  email: string;
  listed: boolean | null;
  created_at: Date;
  last_active: Date | null;
  /** Counts changes to `ProfileFields`. */
  own_version: number;
  is_online: boolean;
  /** The member was asked to verify their address and hasn't yet. */
  is_unverified: boolean;
  is_moderator: boolean;
}

/** A member's own profile besides id and name, column by column; `u` is the member. */
const ownColumns: Record<Exclude<keyof UserRow, 'id' | 'name'>, string> = {
  email: 'u.email',
  college: 'u.college',
  skills: 'u.skills',
  github_link: 'u.github_link',
  headline: 'u.headline',
  about: 'u.about',
  looks_for: 'u.looks_for',
  links: 'u.links',
  shows_time_zone: 'u.shows_time_zone',
  takes_roles: 'u.takes_roles',
  free_from: 'u.free_from::text',
  listed: 'u.listed',
  created_at: 'u.created_at',
  last_active: 'u.last_active',
  own_version: 'u.own_version',
  is_online: '(SELECT presence.is_online FROM presence WHERE presence.id = u.id)',
  is_unverified: 'u.email_verified_at IS NULL AND u.verification_asked',
  is_moderator: 'EXISTS (SELECT FROM moderators WHERE moderators.user_id = u.id)',
};
export const OWN_PROFILE = Object.entries(ownColumns)
  .map(([name, column]) => `${column} AS ${name}`)
  .join(', ');

/** Whether members have to verify their address before they contact others. */
export interface AddressPolicy {
  requireVerifiedEmail: boolean;
}

export const presentUser = (row: UserRow, { requireVerifiedEmail }: AddressPolicy): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  college: row.college,
  skills: row.skills,
  github_link: row.github_link,
  created_at: row.created_at.toISOString(),
  is_online: row.is_online,
  last_active: row.last_active?.toISOString() ?? null,
  ...pageParts(row),
  ...(row.is_moderator ? { is_moderator: true } : {}),
  ...(requireVerifiedEmail && row.is_unverified ? { must_verify_email: true } : {}),
  version: row.own_version,
});

/** The parts of the member's page that aren't empty. */
const pageParts = ({ headline, about, looks_for, links, listed, ...row }: UserRow): Partial<User> => ({
  ...(headline !== '' && { headline }),
  ...(about !== '' && { about }),
  ...(looks_for !== '' && { looks_for }),
  ...(links.length > 0 && { links }),
  ...(row.shows_time_zone && { shows_time_zone: true }),
  ...(row.takes_roles.length > 0 && { takes_roles: row.takes_roles }),
  ...(row.free_from !== null && { free_from: row.free_from }),
  ...(listed !== null && { listed }),
});

/** Presents a profile that was read with the session: `read` has the columns of `OWN_PROFILE`. */
export function presentOwn({ id, name, read }: Member & { read: unknown[] }, policy: AddressPolicy): User {
  const columns = Object.fromEntries(Object.keys(ownColumns).map((column, n) => [column, read[n]]));
  return presentUser({ id, name, ...columns } as UserRow, policy);
}
