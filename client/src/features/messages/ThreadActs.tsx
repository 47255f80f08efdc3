import toast from 'react-hot-toast';
import { muteConversation } from '../../stores/change-choices';
import { MenuItems } from '../../ui/MenuItems';

interface ThreadActsProps {
  otherId: number;
  muted: boolean;
  onLeave: () => void;
}

/** What one can do with a conversation. */
export function ThreadActs({ otherId, muted, onLeave }: ThreadActsProps) {
  const toggle = async () => {
    if (await muteConversation(otherId, !muted)) toast.success(muted ? 'Conversation unmuted' : 'Conversation muted');
    else toast.error('Failed to change notifications');
  };
  return (
    <MenuItems
      items={[{ label: muted ? 'Unmute conversation' : 'Mute conversation', onChoose: toggle }]}
      onLeave={onLeave}
    />
  );
}
