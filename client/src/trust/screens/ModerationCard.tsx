import { ButtonLink } from '../../ui/button/ButtonLink';
import { Card } from '../../ui/Card';

/** Links moderators to the reports. */
export function ModerationCard() {
  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-base">Moderation</h2>
        <p className="text-muted text-sm">You decide on what members report.</p>
      </div>
      <ButtonLink to="/moderation" className="justify-self-start">
        Open reports
      </ButtonLink>
    </Card>
  );
}
