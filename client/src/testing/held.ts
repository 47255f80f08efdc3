/** An answer that waits until `release`. */
export function held<T>(answer: T): { reply: () => Promise<T>; release: () => void } {
  let resolve = () => {};
  const released = new Promise<void>((done) => {
    resolve = done;
  });
  return { reply: () => released.then(() => answer), release: () => resolve() };
}
