/** The columns that projects and their skeletons stand in. */
export const listGrid = 'grid gap-3 sm:grid-cols-2 lg:grid-cols-3';
