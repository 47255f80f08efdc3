import { isOffline, isUnanswered } from '../../../lib/network';

/** Why a list failed to load, if the server doesn't answer although there is a network; else ''. */
export const unreachedText = (): string => (isUnanswered() && !isOffline() ? 'Still trying to reach Sangam.' : '');
