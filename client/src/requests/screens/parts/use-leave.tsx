import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import { leaveProject } from '../../../projects/state/project-pages';
import { useAsk } from '../../../ui/decision/use-ask';
import { myRequests } from '../../state/requests';

/** Leave, which first names the consequence below. `label` names the team where several are on screen. */
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
    consequence: 'You lose access to the team chat, your seat becomes free, and your team is notified.',
    yes: 'Leave the team',
    no: 'Stay',
    act: leave,
  });
}
