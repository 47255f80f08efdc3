import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useShortcuts } from '../../../core/device/shortcuts';

/** Elements that take keys themselves, or lie over the page. */
const elsewhere = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu]';
const isOverlaid = (): boolean => document.querySelector('[role$=dialog][data-state=open]') !== null;

/** Calls `onKey` for single keys that nothing else takes, unless the browser's owner has switched them off. */
export function useSingleKey(onKey: (key: string) => boolean): void {
  const isOn = useShortcuts((state) => state.singleKeys);
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => {
      const isTaken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
      if (isTaken || isOverlaid() || (event.target instanceof Element && event.target.closest(elsewhere))) return;
      if (onKey(event.key.toLowerCase())) event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOn, onKey]);
}

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
