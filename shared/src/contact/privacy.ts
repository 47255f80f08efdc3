/**
 * A member's choice of others who may write to them first and request to join their projects: everybody, teammates and members
 * with a request between them, or only members they have written to.
 */
export const contactChoices = ['anyone', 'teams', 'nobody'] as const;
export type ContactFrom = (typeof contactChoices)[number];

/** A member's choice of others who see their presence: everybody, members they talk or work with, or nobody. */
export const presenceChoices = ['anyone', 'acquainted', 'nobody'] as const;
export type PresenceFor = (typeof presenceChoices)[number];

/** A member's choice of others who find them by name: everybody, teammates and members with a request between them, or nobody. */
export const foundChoices = ['anyone', 'teams', 'nobody'] as const;
export type FoundBy = (typeof foundChoices)[number];

/** A member's privacy choices. */
export interface Disclosure {
  presence_for: PresenceFor;
  found_by: FoundBy;
  shows_read_marks: boolean;
  shows_typing: boolean;
}

/** The choices of a member who never made one. */
export const openDisclosure: Disclosure = {
  presence_for: 'anyone',
  found_by: 'anyone',
  shows_read_marks: true,
  shows_typing: true,
};
