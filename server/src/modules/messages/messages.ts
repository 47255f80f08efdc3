export type { MessagesService } from './service.js';
