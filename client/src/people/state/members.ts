import type { MemberName } from '@sangam/shared/people/users';
import type { TeamMember } from '@sangam/shared/projects/projects';
import { useShallow } from 'zustand/shallow';
import { createNaming, followNaming } from '../../core/store/naming';
import { createTable, type Moment, type Patch, type Table } from '../../core/store/table';

/** Another member, as the server describes them. */
type MemberEntity = TeamMember;

export const members = createTable<MemberEntity>();

/** A member, once an answer has named them. */
export const useMember = (id: number): MemberEntity | undefined => members.use(({ byId }) => byId[id]);

/** The members with these ids, in this order. */
export const useMembers = (ids: readonly number[]): MemberEntity[] =>
  members.use(useShallow(({ byId }) => ids.flatMap((id) => byId[id] ?? [])));

const names = createNaming<MemberName>(({ name }) => name);

/** Registers a store that names members. Call it once per store, at module level. */
export const onRenamed = names.follow;

/** Shows a member's new name wherever this page has the old one. */
export function rename(member: MemberName): void {
  members.patch(member.id, { name: member.name });
  names.note(member);
}

/** Returns the name that a member got since a call began. */
export const nameSince = (startedAt: Moment, id: number): string | undefined => names.since(startedAt, id)?.name;

/** Returns rows with the names that members got since a call began. `of` and `shown`: the fields with a member's id and name. */
export const withNewNames = names.inRows;

/** Keeps members' names in a table current. `fields`: maps the field with a member's id to the one with their name. */
export function followNames<T extends { id: number }>(table: Table<T>, fields: { [K in keyof T]?: keyof T }): void {
  const pairs = Object.entries(fields) as [keyof T, keyof T][];
  followNaming(table, names, (row, since) => {
    const renamed = pairs.map(([of, shown]) => [shown, row[shown] && since(Number(row[of]))?.name] as const);
    return Object.fromEntries(renamed.filter(([, name]) => name)) as Patch<T>;
  });
}
