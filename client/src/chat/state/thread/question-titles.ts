import { keysOf } from '@sangam/shared/core/keys-of';
import { onProjectNamed, withNewTitles } from '../../../projects/state/project-table';
import { putThread, useThreads } from './threads';

// Gives loaded questions about a project its new title.
onProjectNamed(({ id }, before) => {
  const { byId } = useThreads.getState();
  for (const key of keysOf(byId)) {
    const thread = byId[key];
    if (thread?.messages.some(({ project_id }) => project_id === id))
      putThread(key, {
        ...thread,
        messages: withNewTitles(thread.messages, before, 'project_id', 'project_title'),
      });
  }
});
