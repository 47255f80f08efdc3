import { useProjectPages } from '../../state/project-pages';
import { answerWords } from './answer-words';

/** How many of the latest requests the creator answered, and how fast. Renders nothing until there are enough requests. */
export function AnswerRecord({ projectId }: { projectId: number }) {
  const record = useProjectPages(({ byId }) => byId[projectId]?.data?.answerRecord);
  return record && <p className="text-muted text-sm">{answerWords(record)}</p>;
}
