import { storedEntries } from '../../lib/stored-entries';
import { currentUserId, isOverElsewhere } from '../session/session';
import { onReset } from '../store/reset';
import { formDraftsOf } from './stored-drafts';

const keyOf = (form: string): string => formDraftsOf(currentUserId() ?? 0) + form;

const entries = storedEntries();
onReset(entries.drop);

/** Returns the changed fields of a form that was left; it survives leaving the page and a reload. The caller checks their types. */
export function readFormDraft(form: string): object {
  const draft = entries.readJson(keyOf(form));
  return typeof draft === 'object' && draft !== null ? draft : {};
}

/** Stores the changed fields of a form; without any, deletes its draft. Stores none once another tab has logged out. */
export function writeFormDraft(form: string, changes: object): void {
  const text = Object.keys(changes).length > 0 ? JSON.stringify(changes) : null;
  if (text === null || !isOverElsewhere()) entries.write(keyOf(form), text);
}
