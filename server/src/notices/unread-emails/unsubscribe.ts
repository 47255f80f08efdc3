import { createHmac, timingSafeEqual } from 'node:crypto';
import { type NoticeGroup, noticeGroups } from '@sangam/shared/notices/notification-kinds';

export interface Unsubscription {
  userId: number;
  groups: NoticeGroup[];
}

export interface Unsubscriptions {
  /** Returns the link that stops a member's emails about these groups with one click. It never expires. */
  link(userId: number, groups: readonly NoticeGroup[]): string;
  /** Reads the token of such a link; null for any other text. */
  read(token: string): Unsubscription | null;
}

export const UNSUBSCRIBE_PATH = '/api/mails/unsubscribe';

const isGroup = (name: string): name is NoticeGroup => noticeGroups.some((group) => group === name);

export function createUnsubscriptions({
  jwtSecret,
  publicUrl,
}: {
  jwtSecret: string;
  publicUrl: string;
}): Unsubscriptions {
  const sign = (text: string) => createHmac('sha256', jwtSecret).update(`unsubscribe ${text}`).digest();
  return {
    link(userId, groups) {
      const text = `${userId}.${groups.join('-')}`;
      return `${publicUrl}${UNSUBSCRIBE_PATH}?token=${text}.${sign(text).toString('base64url')}`;
    },
    read(token) {
      const [, id, names = '', signature = ''] = /^(\d{1,15})\.([a-z-]{1,100})\.([\w-]{43})$/u.exec(token) ?? [];
      if (id === undefined) return null;
      const [givenSignature, expectedSignature] = [Buffer.from(signature, 'base64url'), sign(`${id}.${names}`)];
      if (givenSignature.length !== expectedSignature.length || !timingSafeEqual(givenSignature, expectedSignature))
        return null;
      return { userId: Number(id), groups: names.split('-').filter(isGroup) };
    },
  };
}
