import type { RequestEntity } from '../../state/request-table';
import { declineWords } from './decline-words';

/** What the creator has said to who was declined or removed; nothing where they said nothing. */
export function DeclineWhy({ request: { decline_reason, end_word } }: { request: RequestEntity }) {
  return (
    <>
      {decline_reason && <span className="w-full break-words text-fg">Reason: {declineWords[decline_reason]}</span>}
      {end_word && (
        <span className="w-full break-words text-fg" dir="auto">
          The creator’s word: {end_word}
        </span>
      )}
    </>
  );
}
