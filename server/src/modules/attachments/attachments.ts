/** What other modules need of pictures and files. */
export { collectUnnamed } from './collect.js';
export { type FileStore, folderStore } from './file-store.js';
export { dropAttachments, findNameable, keepForReport, nameAttachments } from './naming.queries.js';
