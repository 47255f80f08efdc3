import type { FormEvent } from 'react';
import { useOnce } from './use-once';

/** A form's submit that cannot fire twice, however it is triggered, and whether it is under way. */
export function useSubmit(
  work: (form: HTMLFormElement) => Promise<void>,
): [busy: boolean, onSubmit: (event: FormEvent<HTMLFormElement>) => void] {
  const [busy, run] = useOnce(work);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    run(event.currentTarget);
  };
  return [busy, onSubmit];
}
