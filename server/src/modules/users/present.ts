import type { User } from '@sangam/shared/contract/users';

export interface UserRow {
  id: number;
  name: string;
  email: string;
  college: string;
  skills: string[];
  github_link: string | null;
  created_at: Date;
  last_active: Date | null;
  is_online: boolean;
}

/** A member as they see themself. */
export const presentUser = (row: UserRow): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  college: row.college,
  skills: row.skills,
  github_link: row.github_link,
  created_at: row.created_at.toISOString(),
  is_online: row.is_online,
  last_active: row.last_active?.toISOString() ?? null,
});
