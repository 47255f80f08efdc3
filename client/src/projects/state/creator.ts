import { currentUserId } from '../../core/session/session';

/** A project, or a join request, an invitation or a transfer, which name the project's creator. */
interface OfCreator {
  creator_id?: number | undefined;
}

/** Whether `me`, by default the signed-in member, is the project's creator. False for a visitor. */
export const isCreator = ({ creator_id }: OfCreator, me: number | null = currentUserId()): boolean =>
  me !== null && creator_id === me;
