import type { User } from '@sangam/shared/people/users';
import { Link } from 'react-router-dom';
import { Avatar } from '../../../ui/Avatar';
import { GithubLink } from '../GithubLink';
import { SkillChips } from '../SkillChips';

/** The member's own profile as other members see it: on their projects and next to their requests. */
export function PublicProfile({ user }: { user: User }) {
  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar id={user.id} name={user.name} size="xl" />
        <div className="min-w-0">
          <h2 className="break-words text-xl">{user.name}</h2>
          {user.college !== '' && <p className="break-words text-muted">{user.college}</p>}
        </div>
      </div>
      <div className="mt-6 grid gap-5">
        <SkillChips skills={user.skills} label="Skills" />
        {user.github_link !== null && <GithubLink link={user.github_link} />}
        <p className="border-line border-t pt-4 text-muted text-sm">
          Your email address is shown only to your teammates, and after one of you approved the other’s interest. Choose
          in{' '}
          <Link to="/settings/privacy" className="underline underline-offset-2 hover:no-underline">
            Privacy
          </Link>{' '}
          which members see you online.
        </p>
      </div>
    </>
  );
}
