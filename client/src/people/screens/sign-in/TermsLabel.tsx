import { Link } from 'react-router-dom';
import { textLinkClass } from './AuthLayout';

/** What the terms box stands for. */
export function TermsLabel() {
  return (
    <>
      I agree to the{' '}
      <Link to="/terms" target="_blank" className={textLinkClass}>
        terms
      </Link>{' '}
      and the{' '}
      <Link to="/privacy" target="_blank" className={textLinkClass}>
        privacy policy
      </Link>
    </>
  );
}
