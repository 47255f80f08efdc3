import { projectActs } from '@sangam/shared/projects/lifecycle';
import { interestActs } from '@sangam/shared/requests/interest-states';
import { requestActs } from '@sangam/shared/requests/join-request-states';

const rows = (of: string, acts: Record<string, { from: readonly string[] }>) =>
  Object.entries(acts).flatMap(([act, { from }]) => from.map((at) => `${of}: ${act}, ${at}`));

/** Every row of the tables at each stage, or state, that it starts from: as `Step.met` names them. */
export const transitions: readonly string[] = [
  ...rows('request', { ...requestActs, remind: { from: ['pending'] } }),
  ...rows('interest', interestActs),
  ...rows('project', projectActs),
  // What is withdrawn then is a seat that is declined.
].filter((one) => one !== 'request: withdraw, offered');
