import { type Static, Type } from 'typebox';
import { ResetPasswordBody } from './auth.js';
import { Data, Instant, Nullable, Strict, Uuid } from './common.js';

/** A device on which the member is signed in. */
export const DeviceSession = Type.Object({
  id: Uuid,
  device: Nullable(Type.String({ description: 'its browser and system, as it says; null when it says nothing' })),
  network: Nullable(Type.String({ description: 'the address it signed in from, of IPv6 the network' })),
  signed_in_at: Instant,
  used_at: Type.String({ description: 'when it was last used, to the hour: ISO 8601, UTC' }),
  is_this: Type.Boolean({ description: 'the session that asks' }),
});
export type DeviceSession = Static<typeof DeviceSession>;

export const Account = Type.Object({
  email: Type.String(),
  email_verified: Type.Boolean({
    description: 'the member has proved that the address is theirs, or was never asked to',
  }),
  has_password: Type.Boolean(),
  providers: Type.Array(Type.Enum(['google', 'github']), { description: 'whom one may sign in with instead' }),
  sessions: Type.Array(DeviceSession, { description: 'those used last first' }),
});
export type Account = Static<typeof Account>;
export const AccountAnswer = Data(Account);

export const SessionIdParams = Type.Object({ sessionId: Uuid });
export const EndedSessions = Data(Type.Object({ ended: Type.Integer({ minimum: 0 }) }));

export const PasswordBody = Strict({
  current_password: ResetPasswordBody.properties.password,
  password: ResetPasswordBody.properties.password,
});
export type PasswordBody = Static<typeof PasswordBody>;
