/** The rows of a section of My work or of a creator's project until it is opened. */
export const FIRST_MAX = 5;
/** The rows of a section of the dashboard, where the next sections need an answer, too. */
export const DASHBOARD_MAX = 3;
