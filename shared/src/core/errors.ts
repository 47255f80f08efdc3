import { type Static, Type } from 'typebox';
import { keysOf } from './keys-of.js';
import { FieldErrors } from './schemas.js';

/**
 * The closed list of error codes: the HTTP status of each, and the sentence shown when nothing more exact is known. REST bodies
 * and socket acknowledgements use the same codes.
 */
export const errorCodes = {
  INVALID: { status: 400, message: 'Check what you entered.' },
  MALFORMED: { status: 400, message: 'Sangam couldn’t read the request.' },
  INVALID_RESET_TOKEN: { status: 400, message: 'Invalid or expired reset token' },
  INVALID_EMAIL_LINK: {
    status: 400,
    message: 'This link has expired, was already used or is incomplete.',
  },
  INVALID_OAUTH_CODE: { status: 400, message: 'This sign-in has expired. Try again.' },
  BAD_CREDENTIALS: { status: 401, message: 'Invalid email or password' },
  UNAUTHORIZED: { status: 401, message: 'Sign in to continue.' },
  FORBIDDEN: { status: 403, message: 'You aren’t allowed to do this.' },
  CONTACT_REFUSED: { status: 403, message: 'This member doesn’t accept new messages.' },
  ANSWER_AWAITED: { status: 403, message: 'You can send more once you get an answer.' },
  WAITLIST_LIMIT: { status: 403, message: 'You’re already on 5 waitlists. Leave one before you join another.' },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    message: 'Confirm your email address first. You can ask for another link in the settings.',
  },
  ACCOUNT_DELETED: {
    status: 403,
    message: 'This account is about to be deleted. You can still restore it.',
  },
  OWN_PROJECT: { status: 403, message: 'This is your own project.' },
  SUSPENDED: { status: 403, message: 'A moderator has suspended this account.' },
  NOT_FOUND: { status: 404, message: 'This doesn’t exist, or you don’t have access to it.' },
  USER_NOT_FOUND: { status: 404, message: 'This member doesn’t exist.' },
  PROJECT_NOT_FOUND: { status: 404, message: 'Project not found' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address doesn’t support that method.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive. Try again.' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists' },
  ALREADY_REQUESTED: { status: 409, message: 'You have already asked to join this project.' },
  ASK_AGAIN_LATER: {
    status: 409,
    message: 'Wait 7 days before you ask to join this project or show interest in it again.',
  },
  QUESTIONS_CHANGED: {
    status: 409,
    message: 'This project’s questions have changed. Answer the new ones.',
  },
  ROLES_CHANGED: {
    status: 409,
    message: 'This project’s roles have changed. Choose again.',
  },
  CHOICES_CHANGED: { status: 409, message: 'This was changed elsewhere. Check it and try again.' },
  ALREADY_INVITED: { status: 409, message: 'This member has already been invited to the project.' },
  ALREADY_CONNECTED: { status: 409, message: 'You have already shown interest in this project.' },
  ALREADY_MEMBER: { status: 409, message: 'You’re already a member of this project.' },
  REPORT_ADDED: { status: 409, message: 'New evidence about this has arrived. Read it before you decide.' },
  REPORT_DECIDED: { status: 409, message: 'Another moderator has already decided this.' },
  ALREADY_DECIDED: { status: 409, message: 'This request has been answered or has ended.' },
  IN_LINE: { status: 409, message: 'This member is already on the waitlist. Free seats are offered in order.' },
  LINE_FULL: { status: 409, message: 'The waitlist already has 50 members. Try again once one of them has left.' },
  NOT_ON_WAITLIST: { status: 409, message: 'This request isn’t on the waitlist.' },
  WAITLIST_LAPSED: { status: 409, message: 'Your time on this waitlist is over. You can ask to join again.' },
  NOT_OFFERED: { status: 409, message: 'You have no seat offer for this project.' },
  OFFER_LAPSED: { status: 409, message: 'This seat offer has expired. You can ask to join again.' },
  PROJECT_OPEN: { status: 409, message: 'This project is already taking new requests.' },
  PROJECT_CLOSED: { status: 409, message: 'This project isn’t taking new requests.' },
  PROJECT_FINISHED: { status: 409, message: 'This project is finished.' },
  TEAM_NOT_EMPTY: { status: 409, message: 'This project has other members. You can delete it once they have left.' },
  ALREADY_OFFERED: {
    status: 409,
    message: 'A transfer of this project is already pending. Cancel it first.',
  },
  OFFER_GONE: { status: 409, message: 'This transfer is no longer pending.' },
  PROJECT_FULL: { status: 409, message: 'This project is already full.' },
  LAST_WAY_IN: {
    status: 409,
    message: 'This is your only way to sign in. Set a password, or link another one first.',
  },
  STORAGE_FULL: {
    status: 409,
    message:
      'You have no storage left for pictures and files. Remove unsent ones, or delete messages with files: their space is free again after 30 days.',
  },
  TOO_LARGE: { status: 413, message: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The request must be JSON.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  OUTDATED_CLIENT: { status: 426, message: 'Sangam has been updated. Reload the page.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The request is too large.' },
  INTERNAL: { status: 500, message: 'The server had a problem. Try again in a moment.' },
  BUSY: { status: 503, message: 'The server is busy. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** The body of every unsuccessful answer. */
export const ErrorBody = Type.Object({
  success: Type.Literal(false),
  message: Type.String({ description: 'one sentence for a person' }),
  code: Type.Enum(keysOf(errorCodes)),
  errors: Type.Optional(FieldErrors),
  until: Type.Optional(Type.String({ description: 'when the same call may succeed: ISO 8601, UTC' })),
  own_data_token: Type.Optional(
    Type.String({
      description:
        'with SUSPENDED: a token that for an hour exports the data and deletes the account, and nothing else',
    }),
  ),
  already: Type.Optional(
    Type.Object(
      {},
      {
        description:
          "the answer as of now, without `success`, if the call's outcome holds already: an equal call has succeeded before",
      },
    ),
  ),
  request_id: Type.Optional(Type.String()),
});
export type ErrorBody = Static<typeof ErrorBody>;
