import type { MemberProfile } from '@sangam/shared/app/member-pages';
import { isHttpsLink } from '@sangam/shared/people/links';
import { Link2 } from 'lucide-react';
import { GithubLink } from '../../people/screens/GithubLink';

/** A member's GitHub and other links. */
export const MemberLinks = ({ profile: { github_link, links } }: { profile: MemberProfile }) => (
  <ul className="grid">
    {github_link !== null && (
      <li>
        <GithubLink link={github_link} />
      </li>
    )}
    {links.filter(isHttpsLink).map((link) => (
      <li key={link}>
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className="inline-flex min-h-control-sm min-w-control-sm items-center gap-2 text-muted text-sm hover:text-fg hover:underline"
        >
          <Link2 aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{link.replace(/^https:\/\//u, '').replace(/\/$/u, '')}</span>
        </a>
      </li>
    ))}
  </ul>
);
