export { findCredentials, holdPassword, insertUser, lockUser } from './queries.js';
export type { UsersService } from './service.js';
