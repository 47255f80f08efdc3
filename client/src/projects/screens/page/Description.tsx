import { type ComponentType, lazy, Suspense } from 'react';

const PlainText = ({ text }: { text: string }) => text;

// What finds links is a quarter of this page's code: the text is read before. Without it, the text stays.
const LinkedText = lazy<ComponentType<{ text: string }>>(() =>
  import('../../../ui/LinkedText').then(
    ({ LinkedText }) => ({ default: LinkedText }),
    () => ({ default: PlainText }),
  ),
);

/** A project's description: several lines, with links. */
export function Description({ text }: { text: string }) {
  return (
    <p dir="auto" className="mt-4 max-w-prose whitespace-pre-line break-words text-md">
      <Suspense fallback={text}>
        <LinkedText text={text} />
      </Suspense>
    </p>
  );
}
