import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../../../core/session/session';
import { loadPart } from '../../../lib/loading/load-part';
import { readPushChoice } from '../../state/push-choice';

/** Keeps a device subscribed whose member chose so, and goes where a notice leads that was pressed. */
export function usePush(): void {
  const member = useSession(({ user }) => user?.id ?? null);
  const navigate = useNavigate();
  useEffect(() => {
    if (member === null || readPushChoice(member) === null) return;
    const live = new AbortController();
    void loadPart(() => import('../../state/web-push'), live.signal).then((push) => push?.loadPush());
    return () => live.abort();
  }, [member]);
  useEffect(() => {
    const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
    const onMessage = ({ data }: MessageEvent<{ open?: unknown } | null>) => {
      if (typeof data?.open === 'string') navigate(data.open);
    };
    container?.addEventListener('message', onMessage);
    return () => container?.removeEventListener('message', onMessage);
  }, [navigate]);
}
