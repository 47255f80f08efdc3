import type { User } from '@sangam/shared/people/users';
import type { Member } from '../../platform/lib/member.js';

/** The parts of a profile that the member writes. */
export interface ProfileFields {
  name: string;
  college: string;
  skills: string[];
  github_link: string | null;
  headline: string;
  about: string;
  looks_for: string;
  links: string[];
  shows_time_zone: boolean;
  takes_roles: string[];
  free_from: string | null;
  listed: boolean;
}

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

/** The columns of a member's own profile besides id and name, from the member `u`, in the order of `OwnProfile`. */
export const OWN_PROFILE = `u.email, u.college, u.skills, u.github_link, u.headline, u.about, u.looks_for, u.links,
  u.shows_time_zone, u.takes_roles, u.free_from::text AS free_from, u.listed, u.created_at, u.last_active, u.own_version,
  (SELECT presence.is_online FROM presence WHERE presence.id = u.id) AS is_online,
  u.email_verified_at IS NULL AND u.verification_asked AS is_unverified,
  EXISTS (SELECT FROM moderators WHERE moderators.user_id = u.id) AS is_moderator`;

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

/** The columns of `OWN_PROFILE`. */
export type OwnProfile = [
  email: string,
  college: string,
  skills: string[],
  github_link: string | null,
  headline: string,
  about: string,
  looks_for: string,
  links: string[],
  shows_time_zone: boolean,
  takes_roles: string[],
  free_from: string | null,
  listed: boolean | null,
  created_at: Date,
  last_active: Date | null,
  own_version: number,
  is_online: boolean,
  is_unverified: boolean,
  is_moderator: boolean,
];

/** Presents a profile that was read with the session. */
export function presentOwn({ id, name, read }: Member & { read: OwnProfile }, policy: AddressPolicy): User {
  const [email, college, skills, github_link, headline, about, looks_for, links, ...otherColumns] = read;
  const [shows_time_zone, takes_roles, free_from, listed, created_at, last_active, own_version, ...states] =
    otherColumns;
  const [is_online, is_unverified, is_moderator] = states;
  const texts = { name, email, college, skills, github_link, headline, about, looks_for, links };
  const chosen = { shows_time_zone, takes_roles, free_from, listed };
  return presentUser(
    { id, ...texts, ...chosen, created_at, last_active, own_version, is_online, is_unverified, is_moderator },
    policy,
  );
}
