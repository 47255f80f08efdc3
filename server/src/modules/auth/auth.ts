export { dropResets } from './password-reset.queries.js';
export { signedInAnswer } from './routes.js';
export type { AuthService, SignedIn } from './service.js';
export type { Sessions } from './sessions.js';
