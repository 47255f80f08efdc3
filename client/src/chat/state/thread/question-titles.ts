import type { Message } from '@sangam/shared/chat/messages';
import { keysOf } from '@sangam/shared/core/keys-of';

import { onProjectNamed } from '../../../projects/state/project-table';
import { putThread, useThreads } from './threads';

/** Gives loaded questions about a project its new title. */
function renameInQuestions({ id, title }: { id: number; title: string }): void {
  const isAbout = ({ project_id }: Message) => project_id === id;
  const { byId } = useThreads.getState();
  for (const key of keysOf(byId)) {
    const thread = byId[key];
    if (thread?.messages.some(isAbout))
      putThread(key, {
        ...thread,
        messages: thread.messages.map((row) => (isAbout(row) ? { ...row, project_title: title } : row)),
      });
  }
}
onProjectNamed(renameInQuestions);
