export { addPushes } from './add.js';
