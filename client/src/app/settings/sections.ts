/** The sections of the settings, in order; each has its own address. */
export const sections = [
  { id: 'account', title: 'Account' },
  { id: 'notifications', title: 'Notifications' },
  { id: 'hours', title: 'Free hours' },
  { id: 'privacy', title: 'Privacy' },
  { id: 'appearance', title: 'Appearance' },
  { id: 'devices', title: 'Devices' },
  { id: 'data', title: 'Data' },
] as const;

type Section = (typeof sections)[number];
export type SectionId = Section['id'];

/** Returns the section with this id; null for an unknown one. */
export const sectionOf = (id: string | undefined): Section | null =>
  sections.find((section) => section.id === id) ?? null;
