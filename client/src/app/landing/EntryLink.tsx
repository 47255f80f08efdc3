import { useSession } from '../../core/session/session';
import { ButtonLink } from '../../ui/button/ButtonLink';
import type { ButtonSize } from '../../ui/button/button-class';

/** The way in: an account for a visitor, the dashboard for a member. */
export function EntryLink({ size }: { size: ButtonSize }) {
  const member = useSession((state) => state.status === 'signed-in');
  return (
    <ButtonLink to={member ? '/dashboard' : '/signup'} variant="primary" size={size}>
      {member ? 'Open your dashboard' : 'Create your account'}
    </ButtonLink>
  );
}
