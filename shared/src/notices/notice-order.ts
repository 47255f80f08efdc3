import { type NoticeGroup, noticeKindOf } from './notification-kinds.js';

/** The order of groups where few are shown or one decides. */
export const groupsByWeight: readonly NoticeGroup[] = [
  'outcomes',
  'requests',
  'reminders',
  'messages',
  'team',
  'projects',
];

/** Returns the place of a kind where few are shown, lowest first: those that end soon, then by group. */
export const rankOfNotice = (kind: string): number => {
  const { group, endsSoon } = noticeKindOf(kind);
  return endsSoon ? -1 : groupsByWeight.indexOf(group);
};
