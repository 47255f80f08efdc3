import { useEffect, useMemo, useState } from 'react';
import { logFailure } from '../log';
import { type Completion, ownSpelling, skillList } from '../text/suggest';

/** Completes skills. Their spellings are loaded with the first letter that is typed. */
export function useSkillList(text: string): Completion {
  const [spellings, setSpellings] = useState(() => ownSpelling);
  const isTyped = text !== '';
  useEffect(() => {
    if (!isTyped) return;
    import('@sangam/shared/people/skills').then(
      ({ spellingsOf }) => setSpellings(() => spellingsOf),
      (error: unknown) => logFailure('The spellings of skills could not be loaded', error),
    );
  }, [isTyped]);
  return useMemo(() => skillList(spellings), [spellings]);
}
