import { useEffect, useEffectEvent, useState } from 'react';
import type { Option } from './options';

interface Choosing {
  options: readonly Option[];
  text: string;
  /** The options are those of the text. */
  isFound: boolean;
  choose: (option: Option) => void;
}

/** The option that Enter chooses: the one that was pointed at, or else the first. */
export function useActiveOption({ options, text, isFound, choose }: Choosing) {
  const [activeId, activate] = useState<string | null>(null);
  const active = options.find(({ id }) => id === activeId) ?? options[0];
  /** Enter pressed before the answer arrived: it chooses once the results are there. */
  const [entered, setEntered] = useState<string | null>(null);
  const isDue = entered === text && isFound;
  const takeEntered = useEffectEvent(() => active && choose(active));
  useEffect(() => {
    if (isDue) takeEntered();
  }, [isDue]);
  /** Returns false if there is nothing to choose. */
  const enter = (): boolean => {
    if (!isFound && activeId === null) setEntered(text);
    else if (active) choose(active);
    else return false;
    return true;
  };
  return { active, activate, enter };
}
