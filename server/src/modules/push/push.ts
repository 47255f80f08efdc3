export { addPushes, PUSHED_AFTER_MS } from './add.js';
