import type { ReactNode } from 'react';
import { errorText, type Result } from '../../../core/api/errors';
import { Button } from '../../../ui/button/Button';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { useForm } from '../../../ui/form/use-form';
import { DialogActions } from '../../../ui/overlay/Dialog';
import { Banner } from '../../../ui/page/Banner';

interface ConfirmProps {
  /** Describes the consequences in a sentence or two. */
  children: ReactNode;
  /** The label of the confirming button. */
  yes: string;
  danger?: boolean;
  act: () => Promise<Result<unknown>>;
  /** Shown when the server's answer has no message. */
  failure: string;
  onDone: () => void;
  onCancel: () => void;
}

/** Asks for confirmation of an action that can't be undone. */
export function Confirm({ children, yes, danger = false, act, failure: fallback, onDone, onCancel }: ConfirmProps) {
  const { failure, busy, submit } = useForm({
    initial: {},
    check: () => ({ ok: true, value: null }),
    send: async () => {
      const answer = await act();
      if (!answer.ok) return { text: errorText(answer.error, fallback) };
      onDone();
      return null;
    },
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label={yes}>
      {failure && <Banner tone="error">{failure}</Banner>}
      {children}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <OnlineButton type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {yes}
        </OnlineButton>
      </DialogActions>
    </form>
  );
}
