import type { Project, ProjectDetail } from '@sangam/shared/contract/projects';
import { createTable } from './table';

/** A project; about its creator there is more once its page was fetched. `skills_needed` repeats `required_skills`. */
export type ProjectEntity = Project & Partial<Omit<ProjectDetail, keyof Project | 'skills_needed'>>;

export const projects = createTable<ProjectEntity>();

export const useProject = (id: number): ProjectEntity | undefined => projects.use(({ byId }) => byId[id]);
