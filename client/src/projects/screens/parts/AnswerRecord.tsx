import { useProjectPages } from '../../state/project-pages';
import { answerWords } from './answer-words';

/** How the creator has answered the latest requests. Renders nothing until there are enough of them. */
export function AnswerRecord({ projectId }: { projectId: number }) {
  const record = useProjectPages(({ byId }) => byId[projectId]?.data?.answerRecord);
  return record && <p className="text-muted text-sm">{answerWords(record)}</p>;
}
