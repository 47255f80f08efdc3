/** What a visitor was about to do with a project when they were asked to sign in. */
export type Intent = 'join' | 'interest';

/** The address of a project at which a member finds `intent` one press away. */
export const intentLink = (projectId: number, intent: Intent): string => `/projects/${projectId}?intent=${intent}`;
