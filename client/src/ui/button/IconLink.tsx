import type { LucideIcon } from 'lucide-react';
import { Link, type LinkProps } from 'react-router-dom';
import { cx } from '../cx';
import { iconButtonClass } from './button-class';

interface IconLinkProps extends Omit<LinkProps, 'children'> {
  icon: LucideIcon;
  /** Where it leads, in words: read out, and shown on hover. */
  label: string;
}

/** A link within the application that looks like an `IconButton`. */
export const IconLink = ({ icon: Icon, label, className, ...rest }: IconLinkProps) => (
  <Link title={label} {...rest} className={cx(iconButtonClass, className)}>
    <Icon aria-hidden className="size-5" />
    <span className="sr-only">{label}</span>
  </Link>
);
