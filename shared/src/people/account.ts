import { type Static, Type } from 'typebox';
import { ownAuditKinds, signInWays } from '../core/audit.js';
import { removableParts, reportReasons } from '../core/reports.js';
import { Data, Id, Instant, Limit, Nullable, Strict, Uuid } from '../core/schemas.js';
import { ForgotPasswordBody, ResetPasswordBody } from './auth.js';
import { peopleLimits } from './limits.js';

export const DeviceSession = Type.Object({
  id: Uuid,
  device: Nullable(Type.String({ description: 'browser and system; null if unknown' })),
  network: Nullable(Type.String({ description: 'the IP address at sign-in; for IPv6 the network' })),
  signed_in_at: Instant,
  used_at: Type.String({ description: 'last use, to the hour: ISO 8601, UTC' }),
  is_this: Type.Boolean({ description: "the caller's own session" }),
});
export type DeviceSession = Static<typeof DeviceSession>;

export const SignInProvider = Type.Enum(['google', 'github']);
export type SignInProvider = Static<typeof SignInProvider>;
export const LinkedSignIn = Type.Object({
  provider: SignInProvider,
  linked_at: Nullable(Type.String({ description: 'ISO 8601, UTC; null if not linked' })),
  is_offered: Type.Boolean({ description: 'the provider is configured now' }),
});
export type LinkedSignIn = Static<typeof LinkedSignIn>;

export const Account = Type.Object({
  email: Type.String(),
  email_verified: Type.Boolean({
    description: 'the member has confirmed the address, or was never asked to',
  }),
  new_email: Nullable(Type.String({ description: 'the new address, before it is confirmed' })),
  has_password: Type.Boolean(),
  providers: Type.Array(Type.Enum(['google', 'github']), { description: 'the providers' }),
  sign_ins: Type.Optional(Type.Array(LinkedSignIn, { description: 'linked providers, and those that can be linked' })),
  sessions: Type.Array(DeviceSession, { description: 'most recently used first' }),
});
export type Account = Static<typeof Account>;
export const AccountAnswer = Data(Account);

export const SessionIdParams = Type.Object({ sessionId: Uuid });
export const EndedSessions = Data(Type.Object({ ended: Type.Integer({ minimum: 0 }) }));

export const EmailBody = Strict({
  email: ForgotPasswordBody.properties.email,
  current_password: ResetPasswordBody.properties.password,
});
export type EmailBody = Static<typeof EmailBody>;
export const NewEmail = Data(Type.Object({ new_email: Nullable(Type.String()) }));

export const ProviderParams = Type.Object({ provider: SignInProvider });
/** `current_password` is '' for an account without one. */
export const ProofBody = Strict({ current_password: ResetPasswordBody.properties.password });
export const LinkingAnswer = Data(
  Type.Object({
    url: Type.String({ description: 'the address to open in this browser, which then returns to /settings' }),
  }),
);

/** `current_password` is '' for an account without one. */
export const DeletionBody = Strict({ current_password: ResetPasswordBody.properties.password });
export const Deletion = Data(
  Type.Object({ until: Type.String({ description: 'the deadline for coming back: ISO 8601, UTC' }) }),
);

export const PasswordBody = Strict({
  current_password: ResetPasswordBody.properties.password,
  password: ResetPasswordBody.properties.password,
});
export type PasswordBody = Static<typeof PasswordBody>;

/** An entry in the account's activity. */
export const AccountEntry = Type.Object({
  id: Id,
  at: Instant,
  kind: Type.String({ description: `one of ${ownAuditKinds.join(', ')}; newer servers may know more` }),
  device: DeviceSession.properties.device,
  network: DeviceSession.properties.network,
  by_other: Type.Boolean({ description: 'a moderator did it; their name is not disclosed' }),
  details: Type.Object({
    way: Type.Optional(Type.Enum([...signInWays])),
    provider: Type.Optional(Type.Enum(['google', 'github'])),
    reason: Type.Optional(Type.Enum([...reportReasons])),
    words: Type.Optional(Type.String({ description: "the moderator's message with a warning or a suspension" })),
    title: Type.Optional(Type.String({ description: 'of a project' })),
    parts: Type.Optional(
      Type.Array(Type.Enum([...removableParts]), { description: "of the member's page, removed by a moderator" }),
    ),
    until: Type.Optional(Type.String({ description: 'when a suspension ends: ISO 8601, UTC' })),
    ended: Type.Optional(Type.Integer({ minimum: 0, description: 'the number of sessions' })),
  }),
});
export type AccountEntry = Static<typeof AccountEntry>;

export const AccountActivity = Type.Object({
  entries: Type.Array(AccountEntry, { description: 'newest first, of the last year' }),
  has_more: Type.Boolean(),
});
export type AccountActivity = Static<typeof AccountActivity>;
export const AccountActivityAnswer = Data(AccountActivity);

/** The first page, or the one below the entry with the id `before`. */
export const AccountActivityQuery = Strict({
  before: Type.Optional(Id),
  limit: Limit(peopleLimits.accountActivityPage, peopleLimits.accountActivityPageMax),
});
