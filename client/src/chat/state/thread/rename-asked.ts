import type { Message } from '@sangam/shared/chat/messages';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { onProjectNamed } from '../../../projects/state/project-table';
import { putThread, useThreads } from './threads';

/** Names the project that loaded questions are about as the reader reads it now. */
function renameAsked({ id, title }: { id: number; title: string }): void {
  const isAbout = ({ project_id }: Message) => project_id === id;
  for (const [key, thread] of Object.entries(useThreads.getState().byId))
    if (thread.messages.some(isAbout))
      putThread(key as ConversationKey, {
        ...thread,
        messages: thread.messages.map((row) => (isAbout(row) ? { ...row, project_title: title } : row)),
      });
}
onProjectNamed(renameAsked);
