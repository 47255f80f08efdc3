import { profileCompletion } from '@sangam/shared/people/profile';
import { useSession } from '../../core/session/session';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { Banner } from '../../ui/page/Banner';

/** For who has not said yet where they study and what they can: without it nobody knows whom they would work with. */
export function ProfileNudge() {
  const user = useSession((state) => state.user);
  if (user === null || (user.college !== '' && user.skills.length > 0)) return null;
  const { percent } = profileCompletion(user);
  return (
    <Banner
      action={
        <ButtonLink to="/profile" size="sm">
          Complete profile
        </ButtonLink>
      }
    >
      Your profile is {percent}% complete. Creators look at college and skills before they accept.
    </Banner>
  );
}
