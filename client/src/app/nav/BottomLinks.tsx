import type { LucideIcon } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { Badge, badgeOnIcon } from '../../ui/Badge';
import { cx } from '../../ui/cx';

interface BottomLink {
  to: string;
  text: string;
  icon: LucideIcon;
  /** The number of pending items, shown as a badge, and its description for screen readers. */
  waiting?: { count: number; words: string };
}

/** A row of links at the bottom of a phone's screen. It takes its own space below the page. */
export function BottomLinks({ links }: { links: readonly BottomLink[] }) {
  return (
    <nav
      aria-label="Shortcuts"
      className="sticky bottom-0 z-20 border-line border-t bg-ink pb-(--safe-bottom) md:hidden print:hidden short:static"
    >
      <ul className="flex h-bar">
        {links.map(({ to, text, icon: Icon, waiting }) => (
          // With large text only the icons show, since the labels would overlap.
          <li key={to} className="@container flex flex-1">
            <NavLink
              to={to}
              className={({ isActive }) =>
                cx(
                  '-mt-px flex flex-1 flex-col items-center justify-center gap-0.5 border-t-2 font-medium text-xs transition-colors',
                  isActive ? 'border-fg text-fg' : 'border-transparent text-muted',
                )
              }
            >
              <span className="relative">
                <Icon aria-hidden className="size-5.5" />
                {waiting && <Badge count={waiting.count} className={cx(badgeOnIcon, '-top-1.5 left-4')} />}
              </span>
              <span className="@max-[3.9rem]:sr-only">{text}</span>
              {waiting && waiting.count > 0 && <span className="sr-only">{`(${waiting.count} ${waiting.words})`}</span>}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
