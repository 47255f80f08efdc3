import type { AnswerRecord as Answers } from '@sangam/shared/projects/projects';
import { useProjectPages } from '../../state/project-pages';

/** How the creator has answered the latest requests. Renders nothing until there are enough of them. */
export function AnswerRecord({ projectId }: { projectId: number }) {
  const record = useProjectPages(({ byId }) => byId[projectId]?.data?.answerRecord);
  return record && <p className="text-muted text-sm">{wordsOf(record)}</p>;
}

const wordsOf = ({ asked, answered, days }: Answers): string =>
  answered === 0
    ? `Answered none of the last ${asked} requests`
    : `Answers ${answered} of ${asked} within ${days === 1 ? 'a day' : `${days} days`}`;
