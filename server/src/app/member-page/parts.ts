/* Fields that a member's page and a list of members have in common. */

/** The roles that a member would take and the day from which they are available; fields that the member left empty are omitted. */
export const roleParts = ({ takes_roles, free_from }: { takes_roles: string[]; free_from: string | null }) => ({
  ...(takes_roles.length > 0 && { takes_roles }),
  ...(free_from !== null && { free_from }),
});

/** Returns the college of the domain, or of a parent domain, in the operator's list; null if there is none. */
function collegeOf(colleges: ReadonlyMap<string, string>, domain: string | null): string | null {
  const labels = domain?.split('.') ?? [];
  for (let from = 0; from < labels.length; from += 1) {
    const college = colleges.get(labels.slice(from).join('.'));
    if (college !== undefined) return college;
  }
  return null;
}

/** Returns an answer's `confirmed_college`; no field if the domain isn't a college's. */
export const confirmedCollege = (colleges: ReadonlyMap<string, string>, domain: string | null) => {
  const college = collegeOf(colleges, domain);
  return college === null ? {} : { confirmed_college: college };
};
