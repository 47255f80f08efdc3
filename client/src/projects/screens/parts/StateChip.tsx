import type { ProjectState } from '@sangam/shared/projects/lifecycle';
import { Chip } from '../../../ui/Chip';

const words: Record<ProjectState, string | null> = { open: null, closed: 'Closed', finished: 'Finished' };

/** Says of a project that it takes no requests; nothing of an open one. */
export function StateChip({ state }: { state: ProjectState }) {
  const word = words[state];
  return word && <Chip>{word}</Chip>;
}
