import { shortDate } from '@sangam/shared/core/time';
import type { User } from '@sangam/shared/people/users';
import type { ReactNode } from 'react';
import { Avatar } from '../../../ui/Avatar';
import { GithubLink } from '../GithubLink';
import { SkillChips } from '../SkillChips';

/** The view card. */
export function ProfileView({ user }: { user: User }) {
  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar id={user.id} name={user.name} size="xl" />
        <div className="min-w-0">
          <h2 className="break-words text-xl">{user.name}</h2>
          <p className="break-all text-muted">{user.email}</p>
        </div>
      </div>
      <dl className="mt-6 grid gap-5">
        <Row label="College">{user.college || <Missing />}</Row>
        <Row label="Skills">{user.skills.length > 0 ? <SkillChips skills={user.skills} /> : <Missing />}</Row>
        <Row label="GitHub">{user.github_link ? <GithubLink link={user.github_link} /> : <Missing />}</Row>
        <Row label="Member since">{shortDate(user.created_at)}</Row>
      </dl>
    </>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="eyebrow">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

const Missing = () => <span className="text-faint">Not provided</span>;
