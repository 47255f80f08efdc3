import type { Trx } from '../../platform/db/database.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import { listTeam } from '../../projects/projects.js';

interface Hideable {
  id: number;
  title: string;
  creator_id: number;
}

/** Notifies the team, without the creator, that the project is hidden or shows again. The latter replaces the former. */
export async function toTeam(
  trx: Trx,
  kind: 'team:hidden' | 'team:shown',
  { id, title, creator_id }: Hideable,
): Promise<NewNotification[]> {
  const mates = (await listTeam(trx, id)).filter((member) => member.id !== creator_id);
  return mates.map((mate) => ({
    user_id: mate.id,
    kind,
    key: `hiding:${id}`,
    title,
    project_id: id,
    subject_id: null,
    actor_id: null,
  }));
}
