import { Type } from 'typebox';
import type { ClientEvents, ServerEvents } from '../core/contract.js';
import { Id, Strict } from '../core/schemas.js';
import { Project, ProjectDeletion, TeamDeparture, TeamRemoval } from './projects.js';
import { CreatorChange, TransferChange } from './transfers.js';

export const projectsClientEvents = {
  'project:watch': {
    payload: Strict({ list: Type.Boolean(), project_id: Type.Union([Id, Type.Null()]) }),
    answer: Type.Object({}),
  },
} as const satisfies ClientEvents;

export const projectsServerEvents = {
  'project:created': Project,
  // A member's own change, for their other devices.
  'project:mine': Project,
  'project:updated': Project,
  'project:deleted': ProjectDeletion,
  'project:taken-over': CreatorChange,
  'offer:changed': TransferChange,
  'team:left': TeamDeparture,
  'team:removed': TeamRemoval,
} as const satisfies ServerEvents;
