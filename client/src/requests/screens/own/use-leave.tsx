import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import { leaveProject } from '../../../projects/state/project-pages';
import { useAsk } from '../../../ui/decision/use-ask';
import { myRequests } from '../../state/requests';

/**
 * The Leave button, which first opens the consequence and a confirmation below. `label` is its accessible name where several teams are on
 * screen.
 */
export function useLeave(projectId: number, label?: string) {
  const leave = async (): Promise<boolean> => {
    const answer = await leaveProject(projectId);
    if (answer.ok) await myRequests.load();
    else toast.error(actFailureText(answer.error, 'Failed to leave the project'));
    return answer.ok;
  };
  return useAsk({
    label: 'Leave',
    className: '-mr-3',
    ...(label !== undefined && { name: label }),
    question: 'Leave the team',
    consequence:
      'You lose access to the team chat, your seat becomes free, and your team is notified. You can’t ask again for 7 days.',
    yes: 'Leave the team',
    no: 'Stay',
    act: leave,
  });
}
