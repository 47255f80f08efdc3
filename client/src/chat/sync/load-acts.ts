import { keptImport } from '../../lib/loading/load-part';

/** What acts need comes with the first one. */
export const loadActs = keptImport(() => import('./transmit-act'));

/** What files of messages need comes with the first of them. */
export const loadFiles = keptImport(() => import('../state/files/upload-files'));
