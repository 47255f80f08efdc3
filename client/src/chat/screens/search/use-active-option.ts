import { useEffect, useEffectEvent, useState } from 'react';
import type { Option } from './options';

interface ActiveOptionProps {
  options: readonly Option[];
  text: string;
  /** Whether the options are the results for `text`. */
  isFound: boolean;
  choose: (option: Option) => void;
}

/** Tracks the option that Enter chooses: the one pointed at, or else the first. */
export function useActiveOption({ options, text, isFound, choose }: ActiveOptionProps) {
  const [activeId, activate] = useState<string | null>(null);
  const active = options.find(({ id }) => id === activeId) ?? options[0];
  /** The text for which Enter was pressed before its results arrived; Enter then chooses once they are there. */
  const [enteredText, setEnteredText] = useState<string | null>(null);
  const isDue = enteredText === text && isFound;
  const chooseEntered = useEffectEvent(() => active && choose(active));
  useEffect(() => {
    if (isDue) chooseEntered();
  }, [isDue]);
  /** Returns false if there is nothing to choose. */
  const enter = (): boolean => {
    if (!isFound && activeId === null) setEnteredText(text);
    else if (active) choose(active);
    else return false;
    return true;
  };
  return { active, activate, enter };
}
