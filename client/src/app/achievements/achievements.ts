import type { AchievementKind } from '@sangam/shared/app/achievements';
import { keysOf } from '@sangam/shared/core/keys-of';
import { profileCompletion } from '@sangam/shared/people/profile';
import type { User } from '@sangam/shared/people/users';
import { wireLabel } from '../../lib/wire-label';

interface Achievement {
  title: string;
  /** Says why the member earned it. */
  earned: string;
  /** Says how to earn it; null if that is no longer possible. */
  todo: string | null;
}

const words: Record<AchievementKind, Achievement> = {
  early_adopter: { title: 'Early Adopter', earned: 'One of the first 100 members', todo: null },
  project_posted: { title: 'First project', earned: 'Created a project', todo: 'Create a project' },
  team_joined: { title: 'Team member', earned: 'Joined a team', todo: 'Join a project’s team' },
  team_built: { title: 'Team builder', earned: 'Brought a team together', todo: 'Accept a member into your project' },
  ten_answers: { title: 'Ten answers', earned: 'Answered 10 join requests', todo: 'Answer 10 join requests' },
  project_finished: {
    title: 'Finished together',
    earned: 'Finished a project with a team',
    todo: 'Finish a project with a team',
  },
};
const profile: Achievement = {
  title: 'Profile Complete',
  earned: 'All profile fields are filled in',
  todo: 'Fill in the missing profile fields',
};

/** An achievement as shown to a member. */
interface ShownAchievement {
  title: string;
  text: string;
  isEarned: boolean;
}

/** Returns the achievements that the member has or can still earn: those from stored facts, and the one for a complete profile (R3.3). */
export function shownAchievements(kinds: readonly AchievementKind[], user: User): ShownAchievement[] {
  const known: Partial<Record<string, Achievement>> = words;
  const isComplete = profileCompletion(user).missing.length === 0;
  const all: [Achievement, boolean][] = [
    [profile, isComplete],
    ...[...new Set([...keysOf(words), ...kinds])].map((kind): [Achievement, boolean] => [
      known[kind] ?? { title: wireLabel({}, kind), earned: 'Earned', todo: null },
      kinds.includes(kind),
    ]),
  ];
  return all.flatMap(([{ title, earned, todo }, isEarned]) => {
    const text = isEarned ? earned : todo;
    return text === null ? [] : [{ title, text, isEarned }];
  });
}
