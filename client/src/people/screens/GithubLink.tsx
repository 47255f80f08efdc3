import { withScheme } from '@sangam/shared/core/text';
import { isGithubLink } from '@sangam/shared/people/links';
import { GithubIcon } from '../../ui/GithubIcon';

/** A member's GitHub address. Anything but an http(s) address on github.com stays text. */
export function GithubLink({ link }: { link: string }) {
  const text = link.replace(/^https?:\/\//iu, '');
  const look = 'inline-flex min-h-control-sm min-w-control-sm items-center gap-2 text-muted text-sm';
  const inside = (
    <>
      <GithubIcon className="size-4" />
      <span className="wrap-anywhere min-w-0">{text}</span>
    </>
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
