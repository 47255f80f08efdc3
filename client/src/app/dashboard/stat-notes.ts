import type { Stats } from '@sangam/shared/app/dashboard';

/** How the number of projects compares to a month ago, word for word as R13.5; '' while nothing is known. */
export function projectsNote(stats: Stats | null): string {
  if (stats === null) return '';
  const { totalProjects, projectsMonthAgo } = stats;
  const added = totalProjects - projectsMonthAgo;
  if (projectsMonthAgo === 0) return added === 0 ? 'None yet' : `${added} new this month`;
  return `+${Math.round((added / projectsMonthAgo) * 100)}% from last month`;
}

/** How many collaborations began within the week; '' while nothing is known. */
export const collaborationsNote = (stats: Stats | null): string =>
  stats === null ? '' : `+${stats.newCollaborations} new this week`;
