import { useNavigate } from 'react-router-dom';
import { useSingleKey } from '../../../core/device/shortcuts';

interface QueueKeys {
  /** The reports in the queue, in order. */
  ids: readonly number[];
  openId: number | null;
  linkTo: (id: number) => string;
}

/** `J` opens the next report of the queue, `K` the previous one. */
export function useQueueKeys({ ids, openId, linkTo }: QueueKeys): void {
  const navigate = useNavigate();
  useSingleKey((key) => {
    if (key !== 'j' && key !== 'k') return false;
    const at = openId === null ? -1 : ids.indexOf(openId);
    const to = ids[key === 'j' ? at + 1 : at - 1];
    if (to !== undefined) navigate(linkTo(to), { replace: openId !== null, state: { byKey: true } });
    return true;
  });
}
