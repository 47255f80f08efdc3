import { chatCalls } from '../chat/calls.js';
import { contactCalls } from '../contact/calls.js';
import { join } from '../core/contract.js';
import { noticesCalls } from '../notices/calls.js';
import { peopleCalls } from '../people/calls.js';
import { projectsCalls } from '../projects/calls.js';
import { requestsCalls } from '../requests/calls.js';
import { trustCalls } from '../trust/calls.js';
import { appCalls } from './calls-of-app.js';

/**
 * The table of REST calls (R11.1), `METHOD path` → schemas, joined from the subjects. Routes, validation, serialisation, the OpenAPI
 * page and the client's types come from it. The two OAuth redirects answer no JSON and are in `server/src/people/oauth`.
 */
export const http = join(
  contactCalls,
  peopleCalls,
  projectsCalls,
  requestsCalls,
  chatCalls,
  noticesCalls,
  trustCalls,
  appCalls,
);
