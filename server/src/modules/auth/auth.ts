export { dropResets } from './password-reset.queries.js';
export { signedInAnswer } from './present.js';
export type { AuthService, SignedIn } from './service.js';
export type { Sessions } from './sessions.js';
export { logSignIn } from './sign-in-log.js';
