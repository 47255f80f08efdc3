export { type AddressPolicy, type OwnProfile, presentOwn } from './present.js';
export {
  findCredentials,
  findDeletion,
  findEmail,
  findPasswordHash,
  insertUser,
  isAway,
  isNewAccount,
  lockForSignIn,
  lockUser,
  OWN_PROFILE,
  setDeletedAt,
} from './queries.js';
export type { UsersService } from './service.js';
