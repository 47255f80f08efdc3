import type { HttpCall } from '../core/contract.js';
import { IdParams } from '../core/schemas.js';
import * as projects from './projects.js';
import { transferCalls } from './transfers.js';

/** Projects, their teams, and transfers. */
export const projectsCalls = {
  'POST /api/projects': {
    tag: 'projects',
    summary: 'Create a project',
    access: 'member',
    status: 201,
    query: projects.ProjectKeyQuery,
    body: projects.ProjectBody,
    answer: projects.ProjectAnswer,
  },
  'GET /api/projects/mine': {
    tag: 'projects',
    summary: "List the member's own projects, newest first",
    access: 'member',
    query: projects.MyProjectsQuery,
    answer: projects.MyProjectsAnswer,
  },
  'GET /api/projects/suited': {
    tag: 'projects',
    summary: "List up to three projects to ask next: by the member's skills, else by category, else the newest",
    access: 'member',
    query: projects.SuitedProjectsQuery,
    answer: projects.SuitedProjectsAnswer,
  },
  'PATCH /api/projects/:id': {
    tag: 'projects',
    summary: 'Edit a project',
    access: 'member',
    params: IdParams,
    body: projects.ProjectEditBody,
    answer: projects.ProjectAnswer,
  },
  'PUT /api/projects/:id/state': {
    tag: 'projects',
    summary: 'Close, reopen or finish a project',
    access: 'member',
    params: IdParams,
    body: projects.ProjectStateBody,
    answer: projects.ProjectAnswer,
  },
  'POST /api/projects/:id/reopen': {
    tag: 'projects',
    summary: 'Reopen a finished project within 30 days; ended requests stay ended',
    access: 'member',
    params: IdParams,
    answer: projects.ProjectAnswer,
  },
  'PUT /api/projects/:id/confirmation': {
    tag: 'projects',
    summary: 'Confirm that an open project is still looking, which lists it for another 14 days',
    access: 'member',
    params: IdParams,
    answer: projects.ProjectAnswer,
  },
  'DELETE /api/projects/:id': {
    tag: 'projects',
    summary: 'Delete a project without other members',
    access: 'member',
    params: IdParams,
    answer: projects.ProjectDeletionAnswer,
  },
  'DELETE /api/projects/:id/members/:userId': {
    tag: 'projects',
    summary: 'Remove a member from a project',
    access: 'member',
    params: projects.MemberParams,
    body: projects.RemoveMemberBody,
    bodyOptional: true,
    answer: projects.ProjectAnswer,
  },
  ...transferCalls,
} as const satisfies Record<string, HttpCall>;
