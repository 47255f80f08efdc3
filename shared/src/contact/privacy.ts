/**
 * Who may write to a member first, and ask to join their projects: everybody, members of their teams and who asks to join, or
 * nobody whom they have not written to.
 */
export const contactChoices = ['anyone', 'teams', 'nobody'] as const;
export type ContactFrom = (typeof contactChoices)[number];

/** Who sees when a member is there: everybody, whom they talk or work with, or nobody. */
export const presenceChoices = ['anyone', 'acquainted', 'nobody'] as const;
export type PresenceFor = (typeof presenceChoices)[number];

/** Who finds a member by name: everybody, members of their teams and with a request in between, or nobody. */
export const foundChoices = ['anyone', 'teams', 'nobody'] as const;
export type FoundBy = (typeof foundChoices)[number];

/** What a member chooses to disclose. */
export interface Disclosure {
  presence_for: PresenceFor;
  found_by: FoundBy;
  shows_read_marks: boolean;
  shows_typing: boolean;
}

/** Of who never chose. */
export const openDisclosure: Disclosure = {
  ...{ presence_for: 'anyone', found_by: 'anyone' },
  ...{ shows_read_marks: true, shows_typing: true },
};
