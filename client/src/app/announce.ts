import toast from 'react-hot-toast';
import type { DispatchContext } from '../realtime/dispatch';

/** A toast for what happened live to this member's projects and requests, wherever they are. */
export const announce: DispatchContext['announce'] = (news) => {
  if (news.kind === 'request') {
    toast(`${news.request.user_name} asks to join ${news.request.project_title}`, { id: `request-${news.request.id}` });
    return;
  }
  if (news.kind === 'interest') {
    const { id, requester_name, project_title } = news.connection;
    toast(`${requester_name} is interested in ${project_title}`, { id: `interest-${id}` });
    return;
  }
  const { id, project_title, status } = news.decision;
  toast(`Your request to join ${project_title} was ${status}`, { id: `request-${id}` });
};
