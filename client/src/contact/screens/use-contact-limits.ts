import type { KnocksLeft } from '@sangam/shared/contact/calls';
import { useEffect, useState } from 'react';
import { request } from '../../core/api/client';

/** What may still be sent to a member before an answer; null until it is known. `after`: what it changes with. */
export function useKnocksLeft(userId: number, after: number): KnocksLeft | null {
  const [left, setLeft] = useState<KnocksLeft | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is left is asked for again after each
  useEffect(() => {
    let gone = false;
    void request('GET /api/knocks', { query: { user_id: userId } }).then((answer) => {
      if (answer.ok && !gone) setLeft(answer.value.data);
    });
    return () => {
      gone = true;
    };
  }, [userId, after]);
  return left;
}
