import type { AchievementKind } from '@sangam/shared/app/achievements';
import type { User } from '@sangam/shared/people/users';
import { Dialog } from '../../ui/overlay/Dialog';
import { AchievementList } from './AchievementList';

interface AchievementsDialogProps {
  kinds: readonly AchievementKind[];
  user: User;
  onClose: () => void;
}

/** Lists the achievements that the fourth stat card counts. */
export const AchievementsDialog = ({ kinds, user, onClose }: AchievementsDialogProps) => (
  <Dialog open onOpenChange={onClose} title="Your achievements" description="You earn these as you use Sangam.">
    <AchievementList kinds={kinds} user={user} />
  </Dialog>
);
