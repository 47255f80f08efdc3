import { useBrowserOnline } from '../../lib/hooks/window-state';
import { Button, type ButtonProps } from './Button';

/**
 * A button whose act needs the server. Without a network it looks like one that can't be pressed, and keeps its focus and place. A press
 * still tries, since a browser may be wrong about its network, and reports the failure.
 */
export const OnlineButton = (props: ButtonProps) => {
  const isOnline = useBrowserOnline();
  return <Button {...props} aria-disabled={!isOnline || undefined} />;
};
