import toast from 'react-hot-toast';
import { notifyWhileHidden } from '../lib/desktop-notification';
import type { DispatchContext } from '../realtime/dispatch';

/** Notifies the member of live news: messages by the browser while the tab is hidden, requests, interest and decisions by a toast. */
export const announce: DispatchContext['announce'] = (news) => {
  if (news.kind === 'message') {
    const { id, sender_id, sender_name, content } = news.message;
    notifyWhileHidden({
      title: sender_name,
      text: content,
      tag: `message-${id}`,
      path: `/messages?${new URLSearchParams({ user: String(sender_id), name: sender_name })}`,
    });
    return;
  }
  if (news.kind === 'request') {
    toast(`${news.request.user_name} wants to join ${news.request.project_title}`, {
      id: `request-${news.request.id}`,
    });
    return;
  }
  if (news.kind === 'interest') {
    const { id, requester_name, project_title } = news.interest;
    toast(`${requester_name} is interested in ${project_title}`, { id: `interest-${id}` });
    return;
  }
  const { id, project_title, status } = news.decision;
  toast(`Your request to join ${project_title} was ${status}`, { id: `request-${id}` });
};
