import { create } from 'zustand';
import { onReset } from '../../../core/store/reset';
import type { ActTarget } from './outbox-acts';

/**
 * All dialogs of a message. The composer serves as the dialog of an edit. Those with `needsStored` aren't available for a pending message.
 */
export const messageDialogs = {
  edit: { needsStored: false },
  delete: { needsStored: false },
  react: { needsStored: true },
  seen: { needsStored: true },
} satisfies Record<string, { needsStored: boolean }>;

export type MessageDialogKind = keyof typeof messageDialogs;

interface DialogOf<K extends MessageDialogKind> {
  kind: K;
  target: ActTarget;
  /** The message's text. */
  content: string;
}

/** A dialog that is open for a message. */
export type MessageDialog = { [K in MessageDialogKind]: DialogOf<K> }[MessageDialogKind];
type EditDialog = DialogOf<'edit'>;

interface MessageDialogState {
  open: Exclude<MessageDialog, EditDialog> | null;
  /** The edit in the composer, which stays while another dialog is open. */
  editing: EditDialog | null;
}

export const useMessageDialog = create<MessageDialogState>(() => ({ open: null, editing: null }));
onReset(() => useMessageDialog.setState({ open: null, editing: null }));

/** Opens a dialog, or begins an edit in the composer. */
export const openDialog = (dialog: MessageDialog): void =>
  useMessageDialog.setState(dialog.kind === 'edit' ? { editing: dialog } : { open: dialog });
export const closeDialog = (): void => useMessageDialog.setState({ open: null });
/** Ends the edit, which gives the composer back. */
export const stopEditing = (): void => useMessageDialog.setState({ editing: null });
