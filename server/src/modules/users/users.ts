export { findCredentials, findEmail, findPasswordHash, insertUser, lockPassword, lockUser } from './queries.js';
export type { UsersService } from './service.js';
