/** The college of a domain in the operator's list, or of one that the domain is below; null for any other. */
function collegeOf(colleges: ReadonlyMap<string, string>, domain: string | null): string | null {
  const labels = domain?.split('.') ?? [];
  for (let from = 0; from < labels.length; from += 1) {
    const college = colleges.get(labels.slice(from).join('.'));
    if (college !== undefined) return college;
  }
  return null;
}

/** The field of an answer; absent without a college. */
export const confirmedCollege = (colleges: ReadonlyMap<string, string>, domain: string | null) => {
  const college = collegeOf(colleges, domain);
  return college === null ? {} : { confirmed_college: college };
};
