/** Number of rows that a section of My work or of a creator's project shows until it is opened. */
export const FIRST_MAX = 5;
/** The same for a section of the dashboard: fewer, since the sections below it need answers, too. */
export const DASHBOARD_MAX = 3;
