export { applySetting } from './apply-setting.js';
export { isModerator } from './queries.js';
