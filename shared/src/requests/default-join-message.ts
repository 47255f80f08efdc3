/** The fixed greeting of a join request that says nothing of its own (R5.7). */
export const defaultJoinMessage = (projectTitle: string): string =>
  `Hi! I'm interested in joining your project "${projectTitle}". I'd love to collaborate with you!`;
