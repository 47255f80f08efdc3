import toast from 'react-hot-toast/headless';
import { Link } from 'react-router-dom';
import { withNext } from '../../lib/links/next-path';

/** Tells a visitor that only members can do this, with a link to sign in and continue to `path`. */
export function toastSignIn(text: string, path: string): void {
  const id = toast.error(
    <span className="flex items-center gap-2">
      <span>{text}</span>
      <Link
        to={withNext('/login', path)}
        onClick={() => toast.dismiss(id)}
        className="inline-flex min-h-control-sm min-w-control-sm items-center font-semibold underline underline-offset-4"
      >
        Sign in
      </Link>
    </span>,
    { id: text },
  );
}
