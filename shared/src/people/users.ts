import { type Static, Type } from 'typebox';
import { coreLimits } from '../core/limits.js';
import {
  ChangeCount,
  CleanText,
  Data,
  Day,
  type FreeTexts,
  Id,
  IdList,
  Instant,
  Nullable,
  Strict,
  Success,
} from '../core/schemas.js';
import { peopleLimits } from './limits.js';

/** The parts of the member's own page; each is absent while it is empty. */
const ownPageParts = {
  headline: Type.Optional(Type.String()),
  about: Type.Optional(Type.String()),
  looks_for: Type.Optional(Type.String({ description: 'the people or projects that the member is looking for' })),
  links: Type.Optional(Type.Array(Type.String(), { description: 'https links besides GitHub' })),
  shows_time_zone: Type.Optional(Type.Boolean()),
  takes_roles: Type.Optional(Type.Array(Type.String(), { description: 'roles that the member would take in a team' })),
  free_from: Type.Optional(Type.String({ description: 'the day from which the member is available: YYYY-MM-DD' })),
  listed: Type.Optional(
    Type.Boolean({ description: 'whether the member is listed in Find people; absent until they have chosen' }),
  ),
};

/** A member as they see themself. Never sent to others, since it holds the email address. */
export const User = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  college: Type.String(),
  skills: Type.Array(Type.String()),
  github_link: Nullable(Type.String()),
  ...ownPageParts,
  created_at: Instant,
  is_online: Type.Boolean(),
  last_active: Nullable(Instant),
  is_moderator: Type.Optional(Type.Literal(true, { description: 'the member is a moderator; absent otherwise' })),
  must_verify_email: Type.Optional(
    Type.Literal(true, {
      description: "the member can't contact others first before they confirm their address; absent otherwise",
    }),
  ),
  version: Type.Optional(ChangeCount),
});
export type User = Static<typeof User>;

export const ProfileBody = Strict({
  name: CleanText('name', peopleLimits.nameMaxChars),
  college: CleanText('line', peopleLimits.collegeMaxChars),
  skills: Type.Array(CleanText('line', peopleLimits.skillMaxChars), { maxItems: peopleLimits.skillsMax }),
  github_link: Type.Optional(Nullable(CleanText('link', coreLimits.urlMaxChars))),
  headline: Type.Optional(CleanText('line', peopleLimits.headlineMaxChars)),
  about: Type.Optional(CleanText('text', peopleLimits.aboutMaxChars)),
  looks_for: Type.Optional(CleanText('line', peopleLimits.looksForMaxChars)),
  links: Type.Optional(Type.Array(CleanText('link', coreLimits.urlMaxChars), { maxItems: peopleLimits.linksMax })),
  shows_time_zone: Type.Optional(Type.Boolean()),
  takes_roles: Type.Optional(
    Type.Array(CleanText('line', peopleLimits.roleMaxChars), { maxItems: peopleLimits.takenRolesMax }),
  ),
  free_from: Type.Optional(Nullable(Day)),
  listed: Type.Optional(Type.Boolean()),
});
export type ProfileBody = Static<typeof ProfileBody>;
/**
 * The free texts of a member's page. Reports, moderators' removals, exports and erasures must include each of them, or they don't compile.
 * A trigger keeps earlier values.
 */
export type MemberText = Exclude<FreeTexts<ProfileBody>, 'free_from'>;
/** An edit of the profile: changes only the fields in it. */
export const ProfileEditBody = Strict(Type.Partial(ProfileBody).properties);
export type ProfileEditBody = Static<typeof ProfileEditBody>;
export const ProfileAnswer = Success({ user: User, data: Type.Object({ user: User }) });

export const MembersQuery = Strict({ ids: IdList(peopleLimits.memberCardsMax, 'these members, separated by commas') });
/** A member as others see them. */
export const MemberCard = Type.Object({
  id: Id,
  name: Type.String(),
  college: Type.String(),
  skills: Type.Array(Type.String()),
});
export type MemberCard = Static<typeof MemberCard>;

/** The current name of a member whom the reader sees. */
export const MemberName = Type.Object({ id: Id, name: Type.String() });
export type MemberName = Static<typeof MemberName>;

export const MembersAnswer = Data(
  Type.Object({
    members: Type.Array(MemberCard, {
      description: 'the caller, and members whom they could find by name; others are left out',
    }),
  }),
);

/** Colleges, skills and roles that several members use, most used first. */
export const Suggestions = Type.Object({
  colleges: Type.Array(Type.String()),
  skills: Type.Array(Type.String()),
  roles: Type.Optional(Type.Array(Type.String())),
});
export type Suggestions = Static<typeof Suggestions>;
export const SuggestionsAnswer = Data(Suggestions);

export const Presence = Type.Object({ id: Id, is_online: Type.Boolean(), last_active: Nullable(Instant) });
export type Presence = Static<typeof Presence>;

/** `lastActive` is the client's time, clamped to the server's. */
export const PresenceReport = Strict({ isActive: Type.Boolean(), lastActive: Type.String({ format: 'date-time' }) });
export type PresenceReport = Static<typeof PresenceReport>;

export const UserIds = Strict({ userIds: Type.Array(Id, { maxItems: peopleLimits.watchMax }) });
export type UserIds = Static<typeof UserIds>;

export const PresenceAnswer = Data(Presence);
export const PresenceListAnswer = Data(Type.Array(Presence));
