import type { ProjectState } from '@sangam/shared/projects/lifecycle';
import type { Category } from '@sangam/shared/projects/projects';
import { Chip } from '../../../ui/Chip';

export const categoryLabels: Record<Category, string> = {
  'web-development': 'Web development',
  'mobile-development': 'Mobile development',
  'data-science': 'Data science',
  'ai-ml': 'AI and ML',
  blockchain: 'Blockchain',
  'game-development': 'Game development',
  other: 'Other',
};

const stateLabels: Record<ProjectState, string | null> = { open: null, closed: 'Closed', finished: 'Finished' };

/** Says that a project is closed or finished. Renders nothing for an open one. */
export function StateChip({ state }: { state: ProjectState }) {
  const word = stateLabels[state];
  return word && <Chip>{word}</Chip>;
}
