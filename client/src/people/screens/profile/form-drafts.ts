import { currentUserId } from '../../../core/session/session';
import { onReset } from '../../../core/store/reset';
import { readStoredJson, writeStored } from '../../../lib/storage';
import { formDraftsOf } from '../../state/in-browser';

const keyOf = (form: string): string => formDraftsOf(currentUserId() ?? 0) + form;

/** Drafts that the browser refused to store exist only here. */
const unstored = new Map<string, object>();
onReset(() => unstored.clear());

/** Returns the changed fields of a form that was left; it survives leaving the page and a reload. The caller checks their types. */
export function readFormDraft(form: string): object {
  const key = keyOf(form);
  const draft = unstored.get(key) ?? readStoredJson(key);
  return typeof draft === 'object' && draft !== null ? draft : {};
}

/** Stores the changed fields of a form; without any, deletes its draft. */
export function writeFormDraft(form: string, changes: object): void {
  const key = keyOf(form);
  const isChanged = Object.keys(changes).length > 0;
  if (writeStored(key, isChanged ? JSON.stringify(changes) : null)) unstored.delete(key);
  else unstored.set(key, changes);
}
