/** Achievements, in the order in which most members earn them. */
export const achievementKinds = [
  'early_adopter',
  'project_posted',
  'team_joined',
  'team_built',
  'ten_answers',
  'project_finished',
] as const;
export type AchievementKind = (typeof achievementKinds)[number];
