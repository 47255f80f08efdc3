import { withScheme } from '@sangam/shared/core/text';
import { isGithubLink } from '@sangam/shared/people/links';
import { GithubIcon } from '../../ui/GithubIcon';

/** A member's GitHub address. Anything but an http(s) address on github.com stays text. */
export function GithubLink({ link }: { link: string }) {
  const text = link.replace(/^https?:\/\//iu, '');
  const look = 'inline-flex min-h-control-sm min-w-control-sm items-center text-muted text-sm';
  const inside = (
    <span className="flex min-w-0 gap-2">
      <GithubIcon className="mt-0.5 size-4" />
      <span className="wrap-anywhere min-w-0">{text}</span>
    </span>
  );
  if (!isGithubLink(link)) return <span className={look}>{inside}</span>;
  return (
    <a
      href={withScheme(link)}
      target="_blank"
      rel="noopener noreferrer"
      className={`${look} hover:text-fg hover:underline`}
    >
      {inside}
    </a>
  );
}
