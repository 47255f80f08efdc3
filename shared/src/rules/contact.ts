/**
 * Who may write to a member first, and ask to join their projects: everybody, members of their teams and who asks to join, or
 * nobody whom they have not written to.
 */
export const contactChoices = ['anyone', 'teams', 'nobody'] as const;
export type ContactFrom = (typeof contactChoices)[number];
