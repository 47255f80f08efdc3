/** Explains Find people wherever a member may choose to be listed. */
export const listingMeaning = 'Members who look for your skills find you there, and every member can open your page.';
