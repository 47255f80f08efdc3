import type { Category } from '@sangam/shared/projects/projects';

/** The words of each category. */
export const categoryLabels: Record<Category, string> = {
  'web-development': 'Web development',
  'mobile-development': 'Mobile development',
  'data-science': 'Data science',
  'ai-ml': 'AI and ML',
  blockchain: 'Blockchain',
  'game-development': 'Game development',
  other: 'Other',
};
