/** The fixed greeting of a join request without a message (R5.7). */
export const defaultJoinMessage = (projectTitle: string): string =>
  `Hi! I'm interested in joining your project "${projectTitle}". I'd love to collaborate with you!`;
