import { Link } from 'react-router-dom';
import { Logo } from '../../ui/Logo';

const links = [
  { to: '/privacy', text: 'Privacy' },
  { to: '/terms', text: 'Terms' },
  { to: '/support', text: 'Support' },
  { to: '/about', text: 'About' },
];

/** Name and the four links (R1.3). */
export function Footer() {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-6 sm:px-6">
        <Logo />
        <nav aria-label="Footer">
          <ul className="-mx-2 flex flex-wrap">
            {links.map(({ to, text }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="inline-flex min-h-control min-w-control items-center justify-center rounded-sm px-2 text-muted text-sm hover:text-fg hover:underline"
                >
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
