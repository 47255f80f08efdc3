export { acceptAnswered, acceptAsked, acceptInTeam, endByBlock, holdFirst } from './transitions.js';
