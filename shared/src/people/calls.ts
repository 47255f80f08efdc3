import type { HttpCall } from '../core/contract.js';
import { ChangeQuery, Data, Done, IdParams } from '../core/schemas.js';
import * as account from './account.js';
import * as auth from './auth.js';
import * as hours from './hours/calls.js';
import { peopleLimits } from './limits.js';
import * as pictures from './pictures.js';
import * as users from './users.js';

/** Accounts, sign-in, profiles and presence. */
export const peopleCalls = {
  'POST /api/auth/login': {
    tag: 'auth',
    summary: 'Sign in',
    access: 'public',
    body: auth.LoginBody,
    answer: auth.SignedIn,
  },
  'POST /api/auth/register': {
    tag: 'auth',
    summary: 'Create an account',
    access: 'public',
    status: 201,
    body: auth.RegisterBody,
    answer: auth.SignedIn,
  },
  'POST /api/auth/signup': {
    tag: 'auth',
    summary: 'Create an account',
    access: 'public',
    status: 201,
    body: auth.SignupBody,
    answer: auth.SignedIn,
  },
  'GET /api/auth/me': { tag: 'auth', summary: 'Get the signed-in member', access: 'member', answer: auth.Me },
  'POST /api/auth/logout': { tag: 'auth', summary: 'Log out: end this session', access: 'member', answer: Done },
  'POST /api/auth/remember': {
    tag: 'auth',
    summary: 'Stay signed in on this device for 30 days after the last use, at most 180 days',
    access: 'member',
    answer: Data(auth.Remembered),
  },
  'POST /api/auth/forgot-password': {
    tag: 'auth',
    summary: 'Email a reset link',
    access: 'public',
    body: auth.ForgotPasswordBody,
    answer: Done,
  },
  'POST /api/auth/verify-reset-token': {
    tag: 'auth',
    summary: 'Check a reset link',
    access: 'public',
    body: auth.VerifyResetTokenBody,
    answer: auth.VerifyResetTokenAnswer,
  },
  'POST /api/auth/reset-password': {
    tag: 'auth',
    summary: 'Set a new password',
    access: 'public',
    body: auth.ResetPasswordBody,
    answer: Done,
  },
  'POST /api/auth/password-check': {
    tag: 'auth',
    summary: 'Check a new password before it is submitted',
    access: 'public',
    body: auth.PasswordCheckBody,
    answer: auth.PasswordCheckAnswer,
  },
  'POST /api/auth/verify-email': {
    tag: 'auth',
    summary: 'Confirm an email address by an emailed link',
    access: 'public',
    body: auth.VerifyEmailBody,
    answer: auth.VerifyEmailAnswer,
  },
  'POST /api/auth/oauth/exchange': {
    tag: 'auth',
    summary: 'Turn a one-time code into a session',
    access: 'public',
    body: auth.OauthExchangeBody,
    answer: auth.SignedIn,
  },

  'PUT /api/users/profile': {
    tag: 'users',
    summary: "Change the member's profile",
    access: 'member',
    query: ChangeQuery,
    body: users.ProfileBody,
    answer: users.ProfileAnswer,
  },
  'PATCH /api/users/profile': {
    tag: 'users',
    summary: "Change parts of the member's profile",
    access: 'member',
    query: ChangeQuery,
    body: users.ProfileEditBody,
    answer: users.ProfileAnswer,
  },
  'PUT /api/users/picture': {
    tag: 'users',
    summary: "Change the member's picture to a JPEG, PNG, WebP or GIF, cut to a square",
    access: 'member',
    body: pictures.PictureBody,
    bytesMax: peopleLimits.memberPictureMaxBytes,
    answer: pictures.OwnPictureAnswer,
  },
  'DELETE /api/users/picture': {
    tag: 'users',
    summary: "Remove the member's picture",
    access: 'member',
    answer: Done,
  },
  'GET /api/pictures': {
    tag: 'users',
    summary: "Get the addresses of members' pictures",
    access: 'member',
    query: pictures.PicturesQuery,
    holdsSecret: true,
    answer: pictures.PicturesAnswer,
  },
  'GET /api/users': {
    tag: 'users',
    summary: 'Look up members by id',
    access: 'member',
    query: users.MembersQuery,
    answer: users.MembersAnswer,
  },
  'POST /api/users/update-status': {
    tag: 'users',
    summary: 'Report activity',
    access: 'member',
    body: users.PresenceReport,
    answer: users.PresenceAnswer,
  },
  'POST /api/users/status': {
    tag: 'users',
    summary: 'Get the presence of several members',
    access: 'member',
    body: users.UserIds,
    answer: users.PresenceListAnswer,
  },
  'GET /api/users/:id/status': {
    tag: 'users',
    summary: 'Get the presence of one member',
    access: 'member',
    params: IdParams,
    answer: users.PresenceAnswer,
  },

  'GET /api/hours': {
    tag: 'users',
    summary: "Get the member's free hours in a week",
    access: 'member',
    answer: hours.OwnHoursAnswer,
  },
  'PUT /api/hours': {
    tag: 'users',
    summary: "Change the member's free hours",
    access: 'member',
    query: ChangeQuery,
    body: hours.HoursBody,
    answer: hours.OwnHoursAnswer,
  },
  'GET /api/people/:id/hours': {
    tag: 'users',
    summary:
      'Get the free hours shared with another member: all of them with a teammate, otherwise a rounded number and the longest',
    access: 'member',
    params: IdParams,
    answer: hours.SharedHoursAnswer,
  },

  'GET /api/account': {
    tag: 'account',
    summary: "List the member's ways to sign in, and signed-in devices",
    access: 'member',
    answer: account.AccountAnswer,
  },
  'DELETE /api/account': {
    tag: 'account',
    summary: "Delete the member's account; within 30 days, signing in restores it",
    access: 'own-data',
    body: account.DeletionBody,
    answer: account.Deletion,
  },
  'PUT /api/account/email': {
    tag: 'account',
    summary: 'Email a link to a new address, which replaces the current one once confirmed',
    access: 'member',
    body: account.EmailBody,
    answer: account.NewEmail,
  },
  'DELETE /api/account/email': {
    tag: 'account',
    summary: 'Cancel an address change',
    access: 'member',
    answer: account.NewEmail,
  },
  'POST /api/account/verification': {
    tag: 'account',
    summary: 'Email another link that confirms the address',
    access: 'member',
    answer: Done,
  },
  'PUT /api/account/password': {
    tag: 'account',
    summary: 'Change the password; every other device is logged out',
    access: 'member',
    body: account.PasswordBody,
    answer: account.EndedSessions,
  },
  'DELETE /api/account/sessions/:sessionId': {
    tag: 'account',
    summary: 'Log a device out',
    access: 'member',
    params: account.SessionIdParams,
    answer: account.EndedSessions,
  },
  'DELETE /api/account/sessions': {
    tag: 'account',
    summary: 'Log all other devices out',
    access: 'member',
    answer: account.EndedSessions,
  },
  'POST /api/account/providers/:provider': {
    tag: 'account',
    summary: 'Start linking a provider for sign-in',
    access: 'member',
    params: account.ProviderParams,
    body: account.ProofBody,
    answer: account.LinkingAnswer,
  },
  'DELETE /api/account/providers/:provider': {
    tag: 'account',
    summary: 'Unlink a provider',
    access: 'member',
    params: account.ProviderParams,
    body: account.ProofBody,
    answer: Done,
  },
  'GET /api/account/activity': {
    tag: 'account',
    summary:
      "List the account's activity, newest first: sign-ins, changed passwords and addresses, moderators' decisions",
    access: 'member',
    query: account.AccountActivityQuery,
    answer: account.AccountActivityAnswer,
  },
} as const satisfies Record<string, HttpCall>;
