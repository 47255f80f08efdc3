import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../../../core/session/session';
import { loadPart } from '../../../lib/loading/load-part';
import { readWebPushChoice } from '../../state/web-push-choice';

/** Keeps the device subscribed to push notifications if the member chose so, and opens the links of pressed notifications. */
export function useWebPush(): void {
  const member = useSession(({ user }) => user?.id ?? null);
  const navigate = useNavigate();
  useEffect(() => {
    if (member === null || readWebPushChoice(member) === null) return;
    const live = new AbortController();
    void loadPart(() => import('../../state/web-push'), live.signal).then((push) => push?.loadWebPush());
    void loadPart(() => import('../../state/close-read'), live.signal).then((part) => part?.closeReadNotifications());
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
