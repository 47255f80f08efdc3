export const appLimits = {
  dashboardProjects: 6,
  activityPage: 20,
  activityPageMax: 100,
  uptimeDefaultPercent: 99.5,
  analyticsWeeks: 12,
  analyticsWeeksMax: 26,
} as const;
