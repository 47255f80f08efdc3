import type { NotificationUpdate } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import type { ProjectChange } from '../../projects/projects.js';
import { nextCheckAt } from './deadline.js';
import { endWithProject } from './ends.js';
import type { KindOfRequest, ToCreator } from './kind.js';
import { toCreator } from './notifications.js';
import * as queries from './queries.js';

export type NotificationChange = Required<Pick<NotificationUpdate, 'added' | 'dropped'>>;

/**
 * Passes a transferred project's unanswered requests to the new creator. Their deadlines stay, except that each creator has at least a day
 * the first time. Returns the new notifications.
 */
export async function moveDeadlines(
  kind: ToCreator,
  { trx, publish, project, at }: ProjectChange,
  formerId: number,
): Promise<NewNotification[]> {
  const moved = await queries.moveDeadlines(trx, kind.table, project, { formerId, at });
  const checks = moved.map((each) => ({ id: each.id, due_at: nextCheckAt(each, each.reminders_sent) }));
  await kind.addDeadlineChecks(trx, publish, checks);
  return moved.map((asked) => toCreator(kind.name, 'received', project, asked));
}

/**
 * Ends requests whose applicant has blocked the new creator, or is blocked by them, and shows the former creator. Requires
 * `lockApplicantsAgainstBlocks`. Returns the changes to notifications.
 */
export async function endBlocked(
  kind: KindOfRequest,
  change: ProjectChange,
  formerId: number,
): Promise<NotificationChange> {
  const added: NewNotification[] = [];
  const dropped: NotificationChange['dropped'][number][] = [];
  for (const asked of await queries.listPendingBlocked(change.trx, kind.table, change.project)) {
    const end = await endWithProject(kind, change, 'unavailable', asked, formerId);
    added.push(...end.added);
    dropped.push(...end.read);
  }
  return { added, dropped };
}
