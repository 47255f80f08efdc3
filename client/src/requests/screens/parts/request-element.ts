/** The id of the element that shows a join request. */
export const requestElementId = (id: number): string => `request-${id}`;
