import type { ProjectState } from '@sangam/shared/projects/lifecycle';
import type { Category, Project } from '@sangam/shared/projects/projects';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { CSSProperties } from 'react';
import { Chip } from '../../../ui/Chip';

const categoryLabels: Partial<Record<string, string>> = {
  'web-development': 'Web development',
  'mobile-development': 'Mobile development',
  'data-science': 'Data science',
  'ai-ml': 'AI and ML',
  blockchain: 'Blockchain',
  'game-development': 'Game development',
  other: 'Other',
};

/** A category's label. A category that only newer servers know is shown by its name on the wire. */
export const categoryLabel = (category: Category): string => categoryLabels[category] ?? category;

const stateLabels: Record<ProjectState, string | null> = {
  open: null,
  closed: 'No new requests',
  finished: 'Finished',
};

/** Says that a project is hidden, finished, without new requests or without a creator. Renders nothing for any other. */
export function StateChip({
  state,
  seeks_creator_until,
  hidden,
}: Pick<Project, 'state' | 'seeks_creator_until' | 'hidden'>) {
  const word = seeks_creator_until ? 'Looking for a new creator' : stateLabels[state];
  return (
    <>
      <HiddenChip hidden={hidden} />
      {word && <Chip tone="state">{word}</Chip>}
    </>
  );
}

const HiddenChip = ({ hidden }: { hidden: Project['hidden'] | undefined }) =>
  hidden && <Chip tone="state">Hidden by a moderator</Chip>;

/** Says to a member of a project's team that the project is hidden or finished. */
export const TeamStateChip = ({ project_hidden, project_finished }: Pick<JoinRequest, TeamState>) => (
  <>
    <HiddenChip hidden={project_hidden} />
    {project_finished && <Chip tone="state">{stateLabels.finished}</Chip>}
  </>
);
type TeamState = 'project_hidden' | 'project_finished';

/** Teams with more seats than this get a bar: more dots would look like a dotted line. */
const DOTS_MAX = 8;

/** Shows taken and total seats as numbers and as a dot for each seat, filled if taken, or a bar for a large team. */
export const Seats = ({ current_members, max_members }: Pick<Project, 'current_members' | 'max_members'>) => (
  <>
    <span
      aria-hidden
      className={max_members > DOTS_MAX ? 'seats-bar' : 'seats'}
      style={{ '--taken': current_members, '--all': max_members } as CSSProperties}
    />
    {current_members}/{max_members}
  </>
);
