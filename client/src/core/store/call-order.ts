/**
 * Orders overlapping calls for the same data, so that the last question wins and not the last answer. Start each call with the returned
 * function, and ask what that returns in the step that stores the answer: false if a later call was answered before. A call that failed
 * (`isAnswered` false) makes way for earlier ones. `key`: names one of several items that calls ask for.
 */
export function callOrder<K = undefined>(): () => (isAnswered?: boolean, key?: K) => boolean {
  let asked = 0;
  const answered = new Map<K | undefined, number>();
  return () => {
    asked += 1;
    const own = asked;
    return (isAnswered = true, key) => {
      if (own < (answered.get(key) ?? 0)) return false;
      if (isAnswered) answered.set(key, own);
      return true;
    };
  };
}
