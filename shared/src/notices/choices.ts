import { type Static, Type } from 'typebox';
import { contactChoices, foundChoices, presenceChoices } from '../contact/privacy.js';
import { CleanText, Data, Id, Nullable, Strict } from '../core/schemas.js';
import { peopleLimits } from '../people/limits.js';
import { emailPaces } from './email-delay.js';
import { noticeLimits } from './limits.js';
import { noticeGroups } from './notification-kinds.js';

const Minutes = Type.Integer({ minimum: 0, maximum: 1_439, description: 'minutes since midnight' });
const Groups = Type.Array(Type.Enum([...noticeGroups]), { uniqueItems: true, maxItems: noticeGroups.length });

const fields = {
  mail_pace: Type.Enum([...emailPaces]),
  mail_shows_text: Type.Boolean({ description: 'whether emails contain message text' }),
  mail_off: Type.Array(Type.Enum([...noticeGroups]), { description: 'groups that are not emailed' }),
  push_off: Type.Array(Type.Enum([...noticeGroups]), { description: 'groups without push notifications' }),
  quiet: Nullable(Strict({ from: Minutes, until: Minutes })),
  contact_from: Type.Enum([...contactChoices], {
    description: 'members who may write first: anyone, teammates and applicants, or nobody new',
  }),
  presence_for: Type.Enum([...presenceChoices], {
    description:
      "members who see this member's presence, and whose presence they see: anyone, people they talk or work with, or nobody",
  }),
  found_by: Type.Enum([...foundChoices], {
    description:
      'members who can find this member by name: anyone, teammates and members with a request between the two, or nobody',
  }),
  shows_read_marks: Type.Boolean({
    description: 'whether the member shows read marks to others, and sees theirs',
  }),
  shows_typing: Type.Boolean({ description: 'whether the member shows typing to others, and sees theirs' }),
  time_zone: Type.String({ description: 'an IANA name, such as Asia/Kolkata', minLength: 1, maxLength: 64 }),
};

/** A member's choices about notifications and privacy. */
export const NotificationChoices = Type.Object({
  ...fields,
  followed_skills: Type.Array(Type.String(), {
    description: 'the member is notified of new projects that need one of them',
  }),
  muted_member_ids: Type.Array(Id, { description: 'members whose conversations are muted' }),
  muted_conversation_ids: Type.Optional(
    Type.Array(Id, { description: 'the ids of muted conversations that have a message' }),
  ),
  muted_project_ids: Type.Array(Id, { description: 'muted projects' }),
  version: Type.Integer({ minimum: 0, description: 'counts changes' }),
  mails: Type.Boolean({ description: 'false if the installation sends no emails about unread items' }),
});
export type NotificationChoices = Static<typeof NotificationChoices>;

/** Omitted fields stay the same. */
export const NotificationChoicesBody = Strict({
  mail_pace: Type.Optional(fields.mail_pace),
  mail_shows_text: Type.Optional(fields.mail_shows_text),
  mail_off: Type.Optional(Groups),
  push_off: Type.Optional(Groups),
  quiet: Type.Optional(fields.quiet),
  contact_from: Type.Optional(fields.contact_from),
  presence_for: Type.Optional(fields.presence_for),
  found_by: Type.Optional(fields.found_by),
  shows_read_marks: Type.Optional(fields.shows_read_marks),
  shows_typing: Type.Optional(fields.shows_typing),
  time_zone: Type.Optional(fields.time_zone),
  followed_skills: Type.Optional(
    Type.Array(CleanText('line', peopleLimits.skillMaxChars), { maxItems: noticeLimits.followedSkillsMax }),
  ),
});
export type NotificationChoicesBody = Static<typeof NotificationChoicesBody>;
export const NotificationChoicesAnswer = Data(NotificationChoices);
