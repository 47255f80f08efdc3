/** The roles that a member would take and the day from which they have time, if they are filled in. */
export const roleParts = ({ takes_roles, free_from }: { takes_roles: string[]; free_from: string | null }) => ({
  ...(takes_roles.length > 0 && { takes_roles }),
  ...(free_from !== null && { free_from }),
});
