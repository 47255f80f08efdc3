import type { HttpCall } from '../core/contract.js';
import { IdParams, PageQuery } from '../core/schemas.js';
import * as projects from './projects.js';
import * as offers from './transfers.js';

/** Projects, their teams, and transfers. */
export const projectsCalls = {
  'POST /api/projects': {
    tag: 'projects',
    summary: 'Create a project',
    access: 'member',
    status: 201,
    body: projects.ProjectBody,
    answer: projects.ProjectAnswer,
  },
  'GET /api/projects/mine': {
    tag: 'projects',
    summary: 'The projects that one has created, newest first',
    access: 'member',
    query: projects.MyProjectsQuery,
    answer: projects.MyProjectsAnswer,
  },
  'GET /api/projects/suited': {
    tag: 'projects',
    summary: 'Up to three projects to ask next: by skills that one has, else by category, else the newest',
    access: 'member',
    query: projects.SuitedProjectsQuery,
    answer: projects.SuitedProjectsAnswer,
  },
  'PATCH /api/projects/:id': {
    tag: 'projects',
    summary: "Change fields of one's own project",
    access: 'member',
    params: IdParams,
    body: projects.ProjectEditBody,
    answer: projects.ProjectAnswer,
  },
  'PUT /api/projects/:id/state': {
    tag: 'projects',
    summary: "Close one's own project to requests, open it again, or finish it",
    access: 'member',
    params: IdParams,
    body: projects.ProjectStateBody,
    answer: projects.ProjectAnswer,
  },
  'POST /api/projects/:id/reopen': {
    tag: 'projects',
    summary: "Reopen one's own finished project, for 30 days after finishing it; what ended stays ended",
    access: 'member',
    params: IdParams,
    answer: projects.ProjectAnswer,
  },
  'PUT /api/projects/:id/confirmation': {
    tag: 'projects',
    summary: "Say that one's own open project is still looking, which keeps it in the list or brings it back",
    access: 'member',
    params: IdParams,
    answer: projects.ProjectAnswer,
  },
  'DELETE /api/projects/:id': {
    tag: 'projects',
    summary: "Delete one's own project while nobody else is in it",
    access: 'member',
    params: IdParams,
    answer: projects.ProjectDeletionAnswer,
  },
  'DELETE /api/projects/:id/members/:userId': {
    tag: 'projects',
    summary: "Remove a member from one's own project",
    access: 'member',
    params: projects.MemberParams,
    body: projects.RemoveMemberBody,
    bodyOptional: true,
    answer: projects.ProjectAnswer,
  },
  'GET /api/projects/offers': {
    tag: 'projects',
    summary: 'Transfers that the member may accept, newest first',
    access: 'member',
    query: PageQuery,
    answer: offers.TransfersAnswer,
  },
  'PUT /api/projects/:id/offer': {
    tag: 'projects',
    summary: 'Offer the transfer of a project to a member of its team',
    access: 'member',
    params: IdParams,
    body: offers.TransferBody,
    answer: offers.TransferResult,
  },
  'DELETE /api/projects/:id/offer': {
    tag: 'projects',
    summary: 'Withdraw a transfer',
    access: 'member',
    params: IdParams,
    answer: offers.TransferResult,
  },
  'PUT /api/projects/:id/offer/status': {
    tag: 'projects',
    summary: 'Accept or decline a transfer',
    access: 'member',
    params: IdParams,
    body: offers.TransferAnswerBody,
    answer: projects.ProjectAnswer,
  },
} as const satisfies Record<string, HttpCall>;
