import type { ApiError } from '../../core/api/errors';

/** True for who signs in to an account whose deletion they asked for: they may come back. */
export const isAboutToBeDeleted = (error: ApiError): boolean =>
  error.kind === 'server' && error.code === 'ACCOUNT_DELETED';

/** What is said to who has signed in, and perhaps kept an account by it that was about to be deleted. */
export const signedInText = (comesBack: boolean): string =>
  comesBack ? 'Welcome back! Your account will not be deleted.' : 'Login successful!';
