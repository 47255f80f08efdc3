import { Link, type LinkProps } from 'react-router-dom';
import { cx } from '../cx';
import { type ButtonSize, type ButtonVariant, buttonClass } from './Button';

interface ButtonLinkProps extends LinkProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
  block?: boolean;
}

/** A link within the application that looks like a button. */
export function ButtonLink({ variant, size, block, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={cx(buttonClass(variant, size, block), className)} />;
}
