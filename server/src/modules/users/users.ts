export { type AddressPolicy, type OwnProfile, presentOwn } from './present.js';
export {
  findCredentials,
  findEmail,
  findPasswordHash,
  insertUser,
  isNewAccount,
  lockPassword,
  lockUser,
  OWN_PROFILE,
} from './queries.js';
export type { UsersService } from './service.js';
