/** Explains Find people to a member, in the same words wherever it asks them. */
export const listingMeaning = 'Members who look for your skills find you there, and every member can open your page.';
