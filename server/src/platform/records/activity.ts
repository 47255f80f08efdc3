import type { Activity } from '@sangam/shared/app/dashboard';

/** A line of a member's recent activity. */
export interface NewActivity {
  user_id: number;
  type: Activity['type'];
  icon: Activity['icon'];
  message: string;
  project_id: number | null;
  other_id: number | null;
}

/** What a line speaks of, and leads to: a project, or the conversation with a member. */
type About = { project_id: number } | { other_id: number };

const line =
  (type: Activity['type'], icon: Activity['icon']) =>
  (user_id: number, message: string, about: About): NewActivity => ({
    user_id,
    type,
    icon,
    message,
    project_id: null,
    other_id: null,
    ...about,
  });

/** Type and icon of a line, by what it reports (R9.3). */
export const activity = {
  created: line('project', 'Plus'),
  changed: line('project', 'Rocket'),
  teamComplete: line('project', 'Rocket'),
  /** The member asked, withdrew or left. */
  asked: line('collaboration', 'Target'),
  /** Others came, asked or left. */
  people: line('collaboration', 'Users'),
  /** The member was accepted or approved. */
  chosen: line('collaboration', 'Award'),
  notChosen: line('other', 'Target'),
  chat: line('message', 'MessageCircle'),
};
