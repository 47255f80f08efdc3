/**
 * Stands once above a list of requests, and in a single one. It doesn't depend on whether the team has a chat yet: accepting
 * may begin one while the next request is about to be pressed.
 */
export const NewMembersRead = () => (
  <p className="text-muted text-sm">New members can read the team chat from the first message.</p>
);
