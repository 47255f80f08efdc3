import { useId } from 'react';

/** The creator's questions for applicants, as the Join form shows them. */
export function OwnQuestions({ questions }: { questions: readonly string[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-3 text-lg">
        Your questions for applicants
      </h2>
      <ol className="grid list-decimal gap-1 pl-5 text-sm">
        {questions.map((question) => (
          <li key={question}>
            <bdi>{question}</bdi>
          </li>
        ))}
      </ol>
    </section>
  );
}
