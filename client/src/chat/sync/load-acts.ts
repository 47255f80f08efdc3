import { importOnce } from '../../lib/loading/load-part';

/** What acts need comes with the first one. */
export const loadActs = importOnce(() => import('./transmit-act'));

/** What files of messages need comes with the first of them. */
export const loadFiles = importOnce(() => import('../state/files/upload-files'));
