import { createDialogStore } from '../../core/store/dialog';

/** A member to invite. `projectId`: the project that the dialog offers first. */
export interface Invitee {
  id: number;
  name: string;
  projectId?: number;
  /** The member's skills, by which the dialog preselects a role. */
  skills?: readonly string[];
}

/** The dialog in which a creator invites a member to one of their projects. */
export const inviteDialog = createDialogStore<Invitee>();
