import { coverageOf, coverageWords } from '@sangam/shared/projects/coverage';
import { useSession } from '../../../core/session/session';

/** What of the required skills the member would bring; nothing where none is required. */
export function JoinCoverage({ required }: { required: readonly string[] }) {
  const skills = useSession(({ user }) => user?.skills);
  if (skills === undefined || required.length === 0) return null;
  return <p className="break-words text-muted text-sm">You have {coverageWords(coverageOf(required, skills))}</p>;
}
