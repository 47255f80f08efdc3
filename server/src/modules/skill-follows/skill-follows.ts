export { addNewProject } from './tell.js';
