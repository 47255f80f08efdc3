import type { ApiError } from './errors';

/** True for who signs in to an account whose deletion they asked for: they may come back. */
export const isAboutToBeDeleted = (error: ApiError): boolean =>
  error.kind === 'server' && error.code === 'ACCOUNT_DELETED';
