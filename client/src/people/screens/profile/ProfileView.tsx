import { shortDate } from '@sangam/shared/core/time';
import { profileCompletion } from '@sangam/shared/people/profile';
import type { User } from '@sangam/shared/people/users';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Card } from '../../../ui/Card';
import { EmailAddress } from '../EmailAddress';
import { GithubLink } from '../GithubLink';
import { OwnAvatar } from '../picture/OwnAvatar';
import { SkillChips } from '../SkillChips';

/** The member's own profile, while it is not edited. */
export function ProfileView({ user }: { user: User }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        <OwnAvatar id={user.id} name={user.name} />
        <div className="min-w-0 flex-1 basis-56 max-sm:basis-full">
          <h2 className="wrap-anywhere text-xl">
            <bdi>{user.name}</bdi>
          </h2>
          {user.headline && (
            <p className="wrap-anywhere">
              <bdi>{user.headline}</bdi>
            </p>
          )}
          <p className="text-muted">
            <EmailAddress email={user.email} />
          </p>
        </div>
      </div>
      <dl className="mt-6 grid gap-5">
        <Row label="College">{user.college ? <bdi>{user.college}</bdi> : <Missing />}</Row>
        <Row label="Skills">{user.skills.length > 0 ? <SkillChips skills={user.skills} /> : <Missing />}</Row>
        <Row label="GitHub">
          {user.github_link ? (
            <div className="as-line">
              <GithubLink link={user.github_link} />
            </div>
          ) : (
            <Missing />
          )}
        </Row>
        {user.about && (
          <Row label="About">
            <p dir="auto" className="whitespace-pre-line">
              {user.about}
            </p>
          </Row>
        )}
        {user.takes_roles && <Row label="Roles">{user.takes_roles.join(', ')}</Row>}
        {user.looks_for && (
          <Row label="Looking for">
            <p dir="auto">{user.looks_for}</p>
          </Row>
        )}
        <Row label="Member since">{shortDate(user.created_at)}</Row>
      </dl>
      <Link
        to={`/people/${user.id}`}
        className="mt-4 inline-flex min-h-control-sm items-center text-muted text-sm underline underline-offset-2 hover:no-underline"
      >
        Edit headline, about, roles and links
      </Link>
    </>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="eyebrow">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

const Missing = () => <span className="text-faint">Not provided</span>;

/** Shows how much of the profile is filled in, and the missing fields. */
export function Completion({ user }: { user: User }) {
  const { percent, missing } = profileCompletion(user);
  return (
    <Card className="grid gap-3">
      <h2 className="text-base">Profile completion</h2>
      <progress
        aria-label="Profile completion"
        max={100}
        value={percent}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line forced-colors:h-2.5 forced-colors:border [&::-moz-progress-bar]:bg-fg forced-colors:[&::-moz-progress-bar]:bg-[CanvasText] [&::-webkit-progress-bar]:bg-line forced-colors:[&::-webkit-progress-bar]:bg-[Canvas] [&::-webkit-progress-value]:bg-fg forced-colors:[&::-webkit-progress-value]:bg-[CanvasText]"
      />
      <p className="text-muted text-sm">
        <span className="tabular">{percent}% complete</span>
        {missing.length > 0 && <span className="block">Missing: {missing.join(', ')}</span>}
      </p>
    </Card>
  );
}
