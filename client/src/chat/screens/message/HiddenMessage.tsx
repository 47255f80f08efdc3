import { Button } from '../../../ui/button/Button';

interface HiddenMessageProps {
  name: string;
  onShow: () => void;
}

/** Takes the place of a message from a member of the team whom the reader has blocked. */
export const HiddenMessage = ({ name, onShow }: HiddenMessageProps) => (
  <div className="flex items-center text-muted text-sm">
    <span className="truncate">
      You blocked <bdi>{name}</bdi>.
    </span>
    <Button size="sm" variant="ghost" onClick={onShow} className="shrink-0">
      Show message
    </Button>
  </div>
);
