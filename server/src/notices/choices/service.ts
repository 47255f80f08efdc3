import type { FieldError } from '@sangam/shared/core/field-errors';
import { canonicalZone } from '@sangam/shared/core/zone-names';
import type { NotificationChoices, NotificationChoicesBody } from '@sangam/shared/notices/choices';
import { noticeServerLimits } from '@sangam/shared/notices/limits';
import type { NoticeGroup } from '@sangam/shared/notices/notification-kinds';
import {
  findTeamsOf,
  hideReadMarksAround,
  lockForReadMarks,
  recordMuted,
  showReadMarksAround,
} from '../../chat/chat.js';
import { findOtherIn } from '../../contact/contact.js';
import type { Trx } from '../../platform/db/database.js';
import { type ActDeps, type Publish, transact } from '../../platform/db/transaction.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { refuseOutdated } from '../../platform/lib/versions.js';
import {
  type Choices,
  type Chosen,
  changeChoices,
  choicesOf,
  defaultChoices,
  exists,
  lockChoices,
  type MuteTarget,
  mute,
  setFollowedSkills,
  unmute,
} from './queries.js';

/**
 * How members want to be notified. Each change returns the new choices and updates the member's other devices. `seenVersion`: the version on which
 * the change is based; undefined skips the check. CHOICES_CHANGED if there is a later version, so that a late change replaces no newer one.
 */
export interface ChoicesService {
  /** The choices before the first change. */
  initial: NotificationChoices;
  get(userId: number): Promise<NotificationChoices>;
  /** Changes the fields that the body names. INVALID for an unknown time zone, and for quiet hours without an end. */
  change(userId: number, body: NotificationChoicesBody, seenVersion?: number): Promise<Result<NotificationChoices>>;
  /** USER_NOT_FOUND, PROJECT_NOT_FOUND, or INVALID when too many are muted. */
  mute(userId: number, target: MuteTarget, seenVersion?: number): Promise<Result<NotificationChoices>>;
  unmute(userId: number, target: MuteTarget, seenVersion?: number): Promise<Result<NotificationChoices>>;
  /** Mutes or unmutes a conversation by its id. NOT_FOUND for one that isn't the member's, and as `mute`. */
  muteConversation(
    userId: number,
    conversationId: number,
    act: 'mute' | 'unmute',
    seenVersion?: number,
  ): Promise<Result<NotificationChoices>>;
  /** Stops emails about these groups. */
  stopEmails(userId: number, groups: readonly NoticeGroup[]): Promise<void>;
}

export function createChoicesService(
  deps: ActDeps & {
    /** Whether the installation sends emails about unread items. */
    sendsEmails: boolean;
  },
): ChoicesService {
  const { db, bus, clock, sendsEmails } = deps;
  const present = ({
    mail_off,
    push_off,
    followed_skills,
    muted_member_ids,
    muted_conversation_ids,
    muted_project_ids,
    ...choices
  }: Choices) => ({
    ...choices,
    mail_off: [...mail_off],
    push_off: [...push_off],
    followed_skills: [...followed_skills],
    muted_member_ids: [...muted_member_ids],
    muted_conversation_ids: [...muted_conversation_ids],
    muted_project_ids: [...muted_project_ids],
    mails: sendsEmails,
  });
  const changeInTransaction = (
    userId: number,
    seenVersion: number | undefined,
    work: (trx: Trx, publish: Publish) => Promise<Result<Choices>>,
  ) =>
    transact(db, bus, async (trx, publish) => {
      const changedChoices = await work(trx, publish);
      if (!changedChoices.ok) return changedChoices;
      const outdatedRefusal = refuseOutdated(seenVersion, changedChoices.value.version - 1);
      if (outdatedRefusal) return outdatedRefusal;
      const choices = present(changedChoices.value);
      publish('choices:changed', { user_id: userId, choices });
      return ok(choices);
    });
  const actingMember = (userId: number) => ({ userId, at: clock.now() });
  const change = (userId: number, seenVersion: number | undefined, chosen: (before: Choices) => Partial<Chosen>) =>
    changeInTransaction(userId, seenVersion, async (trx, publish) =>
      ok(await changeDisclosed(trx, publish, actingMember(userId), chosen)),
    );

  const mutes: Pick<ChoicesService, 'mute' | 'unmute'> = {
    mute: (userId, target, seenVersion) =>
      changeInTransaction(userId, seenVersion, async (trx, publish) => {
        const isSelf = 'member_id' in target && target.member_id === userId;
        if (isSelf || !(await exists(trx, userId, target)))
          return fail('member_id' in target ? 'USER_NOT_FOUND' : 'PROJECT_NOT_FOUND');
        const { muted_member_ids, muted_project_ids } = await lockChoices(trx, userId);
        if (muted_member_ids.length + muted_project_ids.length >= noticeServerLimits.mutedMax)
          return fail('INVALID', {
            message: `You can mute at most ${noticeServerLimits.mutedMax} conversations and projects. Unmute one first.`,
          });
        if ('member_id' in target)
          await recordMuted(trx, publish, { userId, otherId: target.member_id, isMuted: true });
        await mute(trx, userId, target);
        return ok(await choicesOf(trx, userId));
      }),
    unmute: (userId, target, seenVersion) =>
      changeInTransaction(userId, seenVersion, async (trx, publish) => {
        await lockChoices(trx, userId);
        if ('member_id' in target)
          await recordMuted(trx, publish, { userId, otherId: target.member_id, isMuted: false });
        await unmute(trx, userId, target);
        return ok(await choicesOf(trx, userId));
      }),
  };

  return {
    initial: present(defaultChoices),
    get: async (userId) => present(await choicesOf(db, userId)),
    async change(userId, body, seenVersion) {
      const { quiet } = body;
      const time_zone = body.time_zone === undefined ? undefined : canonicalZone(body.time_zone);
      const faults: FieldError[] = [];
      if (time_zone === null)
        faults.push({ field: 'time_zone', message: 'This time zone is unknown. Choose another one.' });
      if (quiet && quiet.from === quiet.until)
        faults.push({ field: 'quiet', message: 'Quiet hours need an end time.' });
      if (faults.length > 0) return invalid(faults);
      const { followed_skills, ...otherFields } = body;
      const chosen = { ...otherFields, ...(time_zone && { time_zone }) };
      if (followed_skills === undefined) return change(userId, seenVersion, () => chosen);
      return changeInTransaction(userId, seenVersion, async (trx, publish) => {
        await changeDisclosed(trx, publish, actingMember(userId), () => chosen);
        const skills = followed_skills.filter((skill) => skill !== '');
        await setFollowedSkills(trx, userId, skills);
        return ok(await choicesOf(trx, userId));
      });
    },
    ...mutes,
    async muteConversation(userId, conversationId, act, seenVersion) {
      const member_id = await findOtherIn(db, userId, conversationId);
      return member_id === undefined ? fail('NOT_FOUND') : mutes[act](userId, { member_id }, seenVersion);
    },
    async stopEmails(userId, groups) {
      await change(userId, undefined, ({ mail_off }) => ({ mail_off: [...new Set([...mail_off, ...groups])] }));
    },
  };
}

/** Changes a member's choices and, from the commit on, whether they and others see each other's presence, typing and read marks. */
async function changeDisclosed(
  trx: Trx,
  publish: Publish,
  { userId, at }: { userId: number; at: Date },
  change: (before: Choices) => Partial<Chosen>,
): Promise<Choices> {
  let before: Choices | undefined;
  const after = await changeChoices(trx, userId, (choices) => {
    before = choices;
    return change(choices);
  });
  const hasOtherPresence = before?.presence_for !== after.presence_for;
  if (hasOtherPresence) publish('presence:reserved', { user_id: userId });
  // Typing reveals presence. If it may still be seen, it reappears with the next signal.
  if (hasOtherPresence || (before?.shows_typing && !after.shows_typing)) {
    publish('typing:hidden', { typist_id: userId, reader_id: null });
    publish('typing:hidden', { typist_id: null, reader_id: userId });
  }
  if (before?.shows_read_marks === after.shows_read_marks) return after;
  // Reads that start after this lock see the new choice; earlier ones have stored a read mark that can be hidden here.
  await lockForReadMarks(trx, userId);
  if (!after.shows_read_marks) await hideReadMarksAround(trx, userId);
  else {
    for (const receipt of await showReadMarksAround(trx, userId, at))
      publish('messages:read', { ...receipt, is_told: true });
    publish('team-marks:shown', { conversation_ids: await findTeamsOf(trx, userId) });
  }
  return after;
}
