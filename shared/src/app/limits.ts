export const appLimits = {
  dashboardProjects: 6,
  activityPage: 20,
  activityPageMax: 100,
  uptimeDefaultPercent: 99.5,
} as const;
