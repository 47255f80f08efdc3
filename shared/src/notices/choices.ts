import { type Static, Type } from 'typebox';
import { contactChoices, foundChoices, presenceChoices } from '../contact/privacy.js';
import { CleanText, Data, Id, Nullable, Strict } from '../core/schemas.js';
import { peopleLimits } from '../people/limits.js';
import { noticeLimits } from './limits.js';
import { mailPaces } from './mail-delay.js';
import { newsGroups } from './notification-kinds.js';

const Minutes = Type.Integer({ minimum: 0, maximum: 1_439, description: 'since midnight' });
const Groups = Type.Array(Type.Enum([...newsGroups]), { uniqueItems: true, maxItems: newsGroups.length });

const fields = {
  mail_pace: Type.Enum([...mailPaces]),
  mail_shows_text: Type.Boolean({ description: 'whether mails hold the text of messages' }),
  mail_off: Type.Array(Type.Enum([...newsGroups]), { description: 'what is not mailed' }),
  push_off: Type.Array(Type.Enum([...newsGroups]), { description: 'what no device is told' }),
  quiet: Nullable(Strict({ from: Minutes, until: Minutes })),
  contact_from: Type.Enum([...contactChoices], {
    description: 'who may write to the member first: anybody, teams and who asks to join, nobody new',
  }),
  presence_for: Type.Enum([...presenceChoices], {
    description: 'who sees when the member is there, and whom they see: anybody, who they talk or work with, nobody',
  }),
  found_by: Type.Enum([...foundChoices], {
    description: 'who finds the member by name: anybody, teams and who there is a request with, nobody',
  }),
  shows_read_marks: Type.Boolean({
    description: 'whether others are told how far the member has read, and the member of them',
  }),
  shows_typing: Type.Boolean({ description: 'whether others are told that the member types, and the member of them' }),
  time_zone: Type.String({ description: 'an IANA name, such as Asia/Kolkata', minLength: 1, maxLength: 64 }),
};

/** A member's choices about notifications and privacy. */
export const NotificationChoices = Type.Object({
  ...fields,
  followed_skills: Type.Array(Type.String(), { description: 'new projects that need one of them are told' }),
  muted_member_ids: Type.Array(Id, { description: 'whose conversations tell nothing' }),
  muted_conversation_ids: Type.Optional(
    Type.Array(Id, { description: 'the ids of those conversations that have a message' }),
  ),
  muted_project_ids: Type.Array(Id, { description: 'which projects tell nothing' }),
  version: Type.Integer({ minimum: 0, description: 'counts the changes' }),
  mails: Type.Boolean({ description: 'false where the installation sends no mails about news' }),
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
