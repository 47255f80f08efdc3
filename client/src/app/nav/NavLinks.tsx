import { NavLink } from 'react-router-dom';
import { cx } from '../../ui/cx';

const links = [
  { to: '/dashboard', text: 'Dashboard' },
  { to: '/projects', text: 'Projects' },
  { to: '/work', text: 'My work' },
  { to: '/messages', text: 'Messages' },
];

/** The places of the application, in a row or (in the mobile menu) in a column. */
export function NavLinks({ column = false }: { column?: boolean }) {
  return links.map(({ to, text }) => (
    <NavLink
      key={to}
      to={to}
      className={({ isActive }) =>
        cx(
          'flex min-h-control items-center whitespace-nowrap rounded-md px-3 font-medium text-sm transition-colors hover:bg-hover hover:text-fg md:max-lg:px-2',
          isActive ? 'text-fg' : 'text-muted',
          isActive && column && 'bg-hover',
        )
      }
    >
      {({ isActive }) => (
        <span className={cx('border-b-2 py-0.5', isActive && !column ? 'border-fg' : 'border-reserved')}>{text}</span>
      )}
    </NavLink>
  ));
}
