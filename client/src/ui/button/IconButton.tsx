import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { useNeedsServer } from '../../lib/hooks/window-state';
import { Badge, badgeOnIcon } from '../Badge';
import { cx } from '../cx';
import { type ButtonProps, iconButtonClass } from './Button';
import { useOnce } from './use-once';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** Names the button's action, for screen readers and the tooltip. */
  label: string;
  /** An unread count. The label should say it as well. */
  count?: number;
}

/** A square icon button, 44 px. */
export function IconButton({ icon: Icon, label, count = 0, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={cx(iconButtonClass, className)}>
      <Icon aria-hidden className="size-5" />
      {/* Text rather than aria-label, since a name must contain the visible text, such as the badge. */}
      <span className="sr-only">{label}</span>
      <Badge count={count} className={cx(badgeOnIcon, 'top-0.5 left-6')} />
    </button>
  );
}

/** An `IconButton` whose action needs the server (`useNeedsServer`). It can't fire again while the action's promise is pending. */
export function OnlineIconButton({
  onClick,
  ...rest
}: Omit<IconButtonProps, 'onClick'> & Pick<ButtonProps, 'onClick'>) {
  const [, runOnce] = useOnce(onClick);
  return <IconButton {...rest} {...useNeedsServer()} onClick={runOnce} />;
}

interface IconLinkProps extends Omit<LinkProps, 'children'> {
  icon: LucideIcon;
  /** Names the link's target, for screen readers and the tooltip. */
  label: string;
}

/** A link within the application that looks like an `IconButton`. */
export const IconLink = ({ icon: Icon, label, className, ...rest }: IconLinkProps) => (
  <Link {...rest} className={cx(iconButtonClass, className)}>
    <Icon aria-hidden className="size-5" />
    <span className="sr-only">{label}</span>
  </Link>
);
