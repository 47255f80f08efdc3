import { type Static, Type } from 'typebox';
import { Data, Instant, Strict, Success, Text } from '../core/schemas.js';
import { peopleLimits } from './limits.js';
import { User } from './users.js';

// These lengths only bound the input; `account-forms.ts` names the fault of each field. A missing field counts as an empty one, so that
// the same sentence answers both.
const field = (maxLength: number) => Type.String({ format: 'text', maxLength, default: '' });
const Email = field(peopleLimits.emailMaxChars * 2);
const Password = field(1_024);
const ResetToken = field(200);

/** Restores an account whose deletion was requested (ACCOUNT_DELETED). */
const RestoreAccount = Type.Optional(Type.Boolean({ description: 'keeps an account that is about to be deleted' }));

export const LoginBody = Strict({
  email: Email,
  password: Password,
  come_back: RestoreAccount,
  remember: Type.Optional(Type.Boolean({ description: 'the session lasts 30 days instead of one' })),
});
export type LoginBody = Static<typeof LoginBody>;

const account = {
  name: field(1_000),
  email: Email,
  password: Password,
  terms_version: Type.Optional(Text(64)),
};
export const SignupBody = Strict(account);
export type SignupBody = Static<typeof SignupBody>;
/** Other fields are ignored and never stored. */
export const RegisterBody = Type.Object(account);

/** Token and member, at the top level and under `data` (R2.12). */
export const SignedIn = Success({
  token: Type.String(),
  user: User,
  data: Type.Object({ token: Type.String(), user: User }),
});
export type SignedIn = Static<typeof SignedIn>;

/** A remembered session: its new token, and when it ends if it is not used again. */
export const Remembered = Type.Object({ token: Type.String(), ends_at: Instant });
export type Remembered = Static<typeof Remembered>;

export const Me = Success({ user: User, data: Type.Object({ user: User }) });

export const ForgotPasswordBody = Strict({ email: Email });
export const VerifyResetTokenBody = Strict({ token: ResetToken });
export const VerifyResetTokenAnswer = Success({ user: Type.Object({ name: Type.String() }) });
export const ResetPasswordBody = Strict({ token: ResetToken, password: Password });

/** Whether a new password would be refused as a common one, to show before it is submitted. Nothing is stored. */
export const PasswordCheckBody = Strict({ password: Text(1_024) });
export const PasswordCheckAnswer = Data(
  Type.Object({
    accepted: Type.Boolean(),
    message: Type.Optional(Type.String({ description: 'the reason for a refusal' })),
  }),
);

/** `token`: from an emailed /verify-email?token=… link. */
export const VerifyEmailBody = Strict({
  token: Text(200),
  password: Type.Optional(Text(1_024)),
  new_password: Type.Optional(Text(1_024)),
  proven_only: Type.Optional(
    Type.Boolean({
      description:
        'without a session of the account, its password or a new one, nothing changes and the answer is proof_needed',
    }),
  ),
});
export type VerifyEmailBody = Static<typeof VerifyEmailBody>;
export const ProofNeeded = Type.Object({
  email: Type.String({ description: 'the address that the link confirms' }),
  has_password: Type.Boolean({ description: "the account's password is accepted as proof; otherwise only a new one" }),
  brings_back: Type.Boolean({ description: 'the link undoes an address change' }),
});
export type ProofNeeded = Static<typeof ProofNeeded>;
export const VerifyEmailAnswer = Success({
  data: Type.Optional(
    Type.Object({
      proof_needed: Type.Optional(ProofNeeded),
      signed_in: Type.Optional(
        Type.Object(
          { token: Type.String(), user: User },
          { description: 'a new session, for a caller without one who has sent a password' },
        ),
      ),
    }),
  ),
});

/** `code`: the one-time code from /oauth-success?token=…. */
export const OauthExchangeBody = Strict({ code: Text(200), come_back: RestoreAccount });

/**
 * Why a social sign-in ended at /oauth-success?error=…, or the linking of one at /settings?error=…; a provider's own text never
 * appears there.
 */
const oauthErrors = [
  'not_configured',
  'access_denied',
  'expired',
  'provider_failed',
  'email_unverified',
  'email_changed',
  'rate_limited',
  'linked_elsewhere',
  'linked_already',
] as const;
export type OauthError = (typeof oauthErrors)[number];
