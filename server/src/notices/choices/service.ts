import { isTimeZone } from '@sangam/shared/core/local-time';
import type { NotificationChoices, NotificationChoicesBody } from '@sangam/shared/notices/choices';
import { noticeServerLimits } from '@sangam/shared/notices/limits';
import type { NewsGroup } from '@sangam/shared/notices/notification-kinds';
import type { FieldError } from '@sangam/shared/people/account-forms';
import type { Db, Trx } from '../../platform/db/database.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { changeDisclosed } from './disclose.js';
import { isThere, type Mutable, mute, unmute } from './mutes.queries.js';
import { type Choices, type Chosen, defaultChoices, findChoices, lockChoices } from './queries.js';
import { setFollowedSkills } from './skills.queries.js';

/** How members want to be told. What changes it answers how it stands then, and tells the member's devices. */
export interface ChoicesService {
  /** Of who never chose. */
  initial: NotificationChoices;
  get(userId: number): Promise<NotificationChoices>;
  /** Changes what the body names. INVALID for a time zone that nobody knows, and for quiet hours without an end. */
  change(userId: number, body: NotificationChoicesBody): Promise<Result<NotificationChoices>>;
  /** USER_NOT_FOUND and PROJECT_NOT_FOUND where there is none, INVALID where too many are muted. */
  mute(userId: number, what: Mutable): Promise<Result<NotificationChoices>>;
  unmute(userId: number, what: Mutable): Promise<Result<NotificationChoices>>;
  /** Ends the mails about these groups. */
  stopMails(userId: number, groups: readonly NewsGroup[]): Promise<void>;
}

export function createChoicesService(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  /** Whether the installation mails news. */
  mails: boolean;
}): ChoicesService {
  const { db, bus, mails } = deps;
  const present = ({
    mail_off,
    push_off,
    followed_skills,
    muted_member_ids,
    muted_project_ids,
    ...choices
  }: Choices) => ({
    ...choices,
    ...{ mail_off: [...mail_off], push_off: [...push_off], followed_skills: [...followed_skills] },
    ...{ muted_member_ids: [...muted_member_ids], muted_project_ids: [...muted_project_ids] },
    mails,
  });
  const changing = (userId: number, work: (trx: Trx, publish: Publish) => Promise<Result<Choices>>) =>
    transact(db, bus, async (trx, publish) => {
      const changed = await work(trx, publish);
      if (!changed.ok) return changed;
      const choices = present(changed.value);
      publish('choices:changed', { user_id: userId, choices });
      return ok(choices);
    });
  const change = (userId: number, chosen: (before: Choices) => Partial<Chosen>) =>
    changing(userId, async (trx, publish) => ok(await changeDisclosed(trx, publish, userId, chosen)));
  const find = async (from: Db | Trx, userId: number) => (await findChoices(from, [userId])).get(userId);

  return {
    initial: present(defaultChoices),
    get: async (userId) => present((await find(db, userId)) ?? defaultChoices),
    async change(userId, body) {
      const { time_zone, quiet } = body;
      const faults: FieldError[] = [];
      if (time_zone !== undefined && !isTimeZone(time_zone))
        faults.push({ field: 'time_zone', message: 'This time zone is not known.' });
      if (quiet && quiet.from === quiet.until) faults.push({ field: 'quiet', message: 'Quiet hours need an end.' });
      if (faults.length > 0) return invalid(faults);
      const { followed_skills, ...chosen } = body;
      if (followed_skills === undefined) return change(userId, () => chosen);
      return changing(userId, async (trx, publish) => {
        await changeDisclosed(trx, publish, userId, () => chosen);
        const skills = followed_skills.filter((skill) => skill !== '');
        await setFollowedSkills(trx, userId, skills);
        return ok((await find(trx, userId)) ?? defaultChoices);
      });
    },
    mute: (userId, what) =>
      changing(userId, async (trx) => {
        const isSelf = 'member_id' in what && what.member_id === userId;
        if (isSelf || !(await isThere(trx, what)))
          return fail('member_id' in what ? 'USER_NOT_FOUND' : 'PROJECT_NOT_FOUND');
        const { muted_member_ids, muted_project_ids } = await lockChoices(trx, userId);
        if (muted_member_ids.length + muted_project_ids.length >= noticeServerLimits.mutedMax)
          return fail('INVALID', {
            message: `You can mute ${noticeServerLimits.mutedMax} conversations and projects.`,
          });
        await mute(trx, userId, what);
        return ok((await find(trx, userId)) ?? defaultChoices);
      }),
    unmute: (userId, what) =>
      changing(userId, async (trx) => {
        await lockChoices(trx, userId);
        await unmute(trx, userId, what);
        return ok((await find(trx, userId)) ?? defaultChoices);
      }),
    async stopMails(userId, groups) {
      await change(userId, ({ mail_off }) => ({ mail_off: [...new Set([...mail_off, ...groups])] }));
    },
  };
}
