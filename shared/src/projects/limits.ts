import { dayMs, minuteMs } from '../core/limits.js';

export const projectLimits = {
  titleMaxChars: 120,
  descriptionMaxChars: 4_000,
  timelineMaxChars: 120,
  membersMin: 2,
  membersMax: 20,
  membersDefault: 5,
  projectsPage: 50,
  projectsPageMax: 100,
  searchMaxChars: 100,
  /** For several skills, separated by commas. */
  skillFilterMaxChars: 200,
  cardSkills: 3,
  removalWordMaxChars: 200,
  answerDaysMin: 1,
  answerDaysMax: 14,
  answerDaysDefault: 7,
  questionsMax: 3,
  questionMaxChars: 200,
  rolesMax: 8,
  roleNameMaxChars: 40,
  roleSeatsMax: 19,
  roleSkillsMax: 5,
  listingEndsSoonMs: 3 * dayMs,
} as const;

/** Limits that only the server needs. A separate constant, so pages don't load them. */
export const projectServerLimits = {
  /** Fewer letters inside a word, and signs alone, are found by reading the newest projects. */
  indexedPartMinChars: 3,
  newestSearchedMax: 5_000,
  suitedProjects: 3,
  fitProjectsMax: 500,
  // up to this many newer projects push none out of a list while it is read
  fitProjectsReserve: 100,
  answersToShow: 5,
  answersCounted: 20,
  listedForMs: 14 * dayMs,
  newProjectsGatheredMs: 10 * minuteMs,
  /** How long a project is offered to its team after its creator has deleted their account. */
  seeksCreatorForMs: 7 * dayMs,
  reopenableForMs: 30 * dayMs,
} as const;

/** Orders of the project list, besides the newest or the best match first; `fit` for members only. */
export const PROJECT_SORTS = ['closing_soon', 'open_seats', 'fit'] as const;

export const PROJECT_CATEGORIES = [
  'web-development',
  'mobile-development',
  'data-science',
  'ai-ml',
  'blockchain',
  'game-development',
  'other',
] as const;
