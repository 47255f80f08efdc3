import { lockApplicantsAgainstBlocks } from '../../contact/contact.js';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import { recordActivities } from '../../platform/records/activities.queries.js';
import { activity } from '../../platform/records/activity.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import type { ProjectHooks } from '../hooks.js';
import { setCreator } from '../lifecycle/queries.js';
import { confirmProject } from '../projects/listing.js';
import { type LockedProject, listTeam } from '../teams/teams.js';
import { endTransfer } from './ends.js';
import { takenOver } from './notifications.js';
import type { TransferRow } from './present.js';

/** Who the project was offered to becomes its creator, the former one keeps a seat, and what is pending moves with the project. */
export async function changeCreator(
  trx: Trx,
  publish: Publish,
  before: LockedProject,
  offer: TransferRow,
  { hooks, at }: { hooks: Pick<ProjectHooks, 'changeCreator'>; at: Date },
): Promise<void> {
  const { project_title, user_id: creator_id, user_name: creator_name } = offer;
  const { creator_id: former_id, creator_name: former_name } = offer;
  const project = { ...before, creator_id };
  // First: it locks whom its triggers count changes for, in the order of all acts.
  await setCreator(trx, project.id, creator_id);
  await confirmProject(trx, publish, project, at);
  // A block, or a first message, of two whom this brings together comes before or after it.
  await lockApplicantsAgainstBlocks(trx, project.id, creator_id);
  const ended = await endTransfer(trx, publish, offer, 'accepted');
  const { requests, update: moved } = await hooks.changeCreator({ trx, publish, project, at }, former_id);
  const about = { project_id: project.id };
  await recordActivities(trx, [
    activity.chosen(creator_id, `You took over "${project_title}"`, about),
    activity.people(former_id, `${creator_name} took over "${project_title}"`, about),
  ]);
  const team = await listTeam(trx, project.id);
  const update = {
    added: [...(ended.added ?? []), ...takenOver(team, offer), ...moved.added],
    dropped: [...(ended.dropped ?? []), ...moved.dropped],
  };
  await updateNotifications(trx, publish, update, at);
  publish('project:taken-over', {
    takeover: { project_id: project.id, project_title, creator_id, creator_name, former_id, former_name },
    team_ids: team.map(({ id }) => id),
    requests,
  });
}
