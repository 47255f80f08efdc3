export { commonPassword, isCommonPassword } from './common-passwords.js';
export type { Devices } from './devices.js';
export { originOf, type SessionOrigin, type SignInOrigin } from './origin.js';
export { dropResets } from './password-reset.queries.js';
export type { Passwords } from './passwords.js';
export { signedInAnswer } from './present.js';
export type { AuthService, SignedIn } from './service.js';
export type { Sessions } from './sessions.js';
export { logSignIn } from './sign-in-log.js';
