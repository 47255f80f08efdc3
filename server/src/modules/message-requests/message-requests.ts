export { acceptAnswered, acceptAsked, acceptInTeam, acceptOfAskers, endByBlock, holdFirst } from './transitions.js';
