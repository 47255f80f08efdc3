import { Button } from '../../../ui/button/Button';

interface HiddenMessageProps {
  name: string;
  onShow: () => void;
}

/** Takes the place of a message from a member of the team whom the reader has blocked. */
export const HiddenMessage = ({ name, onShow }: HiddenMessageProps) => (
  <div className="flex flex-wrap items-center gap-x-2 text-muted text-sm max-sm:flex-col max-sm:items-start">
    <span>
      You blocked <bdi>{name}</bdi>.
    </span>
    <Button size="sm" variant="ghost" onClick={onShow} className="max-sm:-ml-3">
      Show message
    </Button>
  </div>
);
