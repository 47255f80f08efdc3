import type { TeamMember } from '@sangam/shared/projects/projects';
import { useShallow } from 'zustand/shallow';
import { createTable } from '../../core/store/table';

/** Another member, as the server describes them. */
export type MemberEntity = TeamMember;

export const members = createTable<MemberEntity>();

/** A member, once an answer has named them. */
export const useMember = (id: number): MemberEntity | undefined => members.use(({ byId }) => byId[id]);

/** The members with these ids, in this order. */
export const useMembers = (ids: readonly number[]): MemberEntity[] =>
  members.use(useShallow(({ byId }) => ids.flatMap((id) => byId[id] ?? [])));
