import { type ComponentType, lazy, Suspense } from 'react';
import { LinkedText } from '../../../ui/LinkedText';

// Fetched with the first text that needs it. Without it, the text stays as it was typed.
const FormattedText = lazy<ComponentType<{ text: string }>>(() =>
  import('./FormattedText').then(
    ({ FormattedText }) => ({ default: FormattedText }),
    () => ({ default: LinkedText }),
  ),
);

/** A sign that formats, or the beginning of a list or a quote. */
const mayBeFormatted = /[*_`~\\]|\]\(|^(?:>|-|\d{1,9}[.)]) /mu;

/** The text of a message: formatted (R6.12), or with its links alone. */
export function MessageText({ text }: { text: string }) {
  const plain = <LinkedText text={text} />;
  if (!mayBeFormatted.test(text)) return plain;
  return (
    <Suspense fallback={plain}>
      <FormattedText text={text} />
    </Suspense>
  );
}
