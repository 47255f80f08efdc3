import type { JoinRequest } from '@sangam/shared/requests/join-requests';

/** What somebody answered to the creator's questions, in the words in which they were asked; nothing where nobody asked. */
export function RequestAnswers({ request: { answers = [] } }: { request: JoinRequest }) {
  if (answers.length === 0) return null;
  return (
    <dl className="grid w-full gap-2 text-sm">
      {answers.map(({ question, answer }) => (
        <div key={question} className="min-w-0">
          <dt className="break-words text-muted" dir="auto">
            {question}
          </dt>
          <dd className="whitespace-pre-line break-words text-fg" dir="auto">
            {answer}
          </dd>
        </div>
      ))}
    </dl>
  );
}
