import { currentUserId } from '../../core/session/session';

/** A project, or what names its creator: a join request, an invitation or a transfer. */
interface OfCreator {
  creator_id?: number | undefined;
}

/** Whether `me`, by default the signed-in member, is the project's creator. A visitor is none. */
export const isCreator = ({ creator_id }: OfCreator, me: number | null = currentUserId()): boolean =>
  me !== null && creator_id === me;
