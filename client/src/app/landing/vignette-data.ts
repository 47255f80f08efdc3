import type { Project } from '@sangam/shared/projects/projects';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';

/** What the vignette shows: made up, in the wire's own shapes, so that the product's components draw it. */
export const exampleProject: Project = {
  id: 1,
  title: 'Mess menu that learns what gets eaten',
  description:
    'Predict tomorrow’s plates from last month’s leftovers. The data is here and dirty; the kitchen is on our side.',
  category: 'data-science',
  required_skills: ['Python', 'pandas', 'React', 'Figma'],
  timeline: null,
  max_members: 4,
  current_members: 2,
  member_count: 2,
  offered_seats: 0,
  state: 'open',
  answer_days: 7,
  creator_id: 8,
  creator_name: 'Meera Iyer',
  created_at: '2026-01-12T05:30:00.000Z',
};

export const exampleRequest: JoinRequest = {
  id: 1,
  project_id: 1,
  project_title: exampleProject.title,
  creator_id: exampleProject.creator_id,
  user_id: 3,
  user_name: 'Arjun Nair',
  user_skills: ['React', 'TypeScript'],
  message: 'I built our hostel’s laundry tracker. I can take the dashboard.',
  status: 'pending',
  created_at: '2026-01-12T06:10:00.000Z',
};

/** `own`: written by the project's creator, through whose eyes the vignette looks. */
export const exampleChat = [
  { id: 1, own: true, text: 'You’re in. Six weeks of leftovers, one CSV.' },
  { id: 2, own: false, text: 'Sending you a first chart tonight.' },
  { id: 3, own: true, text: 'Thursday is always khichdi, don’t fix that' },
];
