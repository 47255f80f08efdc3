import { useNeedsServer } from '../../lib/hooks/window-state';
import { Button, type ButtonProps } from './Button';

/** A button whose action needs the server (`useNeedsServer`). */
export const OnlineButton = (props: ButtonProps) => <Button {...props} {...useNeedsServer()} />;
