import type { MemberName } from '@sangam/shared/people/users';
import type { TeamMember } from '@sangam/shared/projects/projects';
import { useShallow } from 'zustand/shallow';
import { createTable, type Table } from '../../core/store/table';

/** Another member, as the server describes them. */
type MemberEntity = TeamMember;

export const members = createTable<MemberEntity>();

/** A member, once an answer has named them. */
export const useMember = (id: number): MemberEntity | undefined => members.use(({ byId }) => byId[id]);

/** The members with these ids, in this order. */
export const useMembers = (ids: readonly number[]): MemberEntity[] =>
  members.use(useShallow(({ byId }) => ids.flatMap((id) => byId[id] ?? [])));

const followers = new Set<(member: MemberName) => void>();

/** Registers a store that names members. Call it once per store, at module level. */
export const onRenamed = (follower: (member: MemberName) => void): unknown => followers.add(follower);

/** Shows a member's new name wherever this page has the old one. */
export function rename(member: MemberName): void {
  members.patch(member.id, { name: member.name });
  for (const follower of followers) follower(member);
}

/** Returns the rows with a member's new name. `of` and `shown` are the fields with a member's id and name. */
export const withNewName = <R extends object>(
  rows: readonly R[],
  { id, name }: MemberName,
  of: keyof R,
  shown: keyof R,
): R[] =>
  rows.map((row) =>
    row[of] === id && row[shown] !== undefined && row[shown] !== name ? { ...row, [shown]: name } : row,
  );

/** Keeps members' names in a table current. `fields`: maps the field with a member's id to the one with their name. */
export function followNames<T extends { id: number }>(table: Table<T>, fields: { [K in keyof T]?: keyof T }): void {
  onRenamed((member) => {
    const rows = Object.values(table.use.getState().byId);
    for (const [of, shown] of Object.entries(fields) as [keyof T, keyof T][])
      for (const [at, row] of withNewName(rows, member, of, shown).entries())
        if (row !== rows[at]) table.patch(row.id, { [shown]: member.name } as { [F in keyof T]?: T[F] });
  });
}
