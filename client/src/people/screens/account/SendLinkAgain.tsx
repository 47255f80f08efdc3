import toast from 'react-hot-toast';
import { request } from '../../../core/api/client';
import { failureText } from '../../../core/api/errors';
import { Button } from '../../../ui/button/Button';

/** Has another link mailed that confirms the member's address. */
export function SendLinkAgain() {
  const send = async () => {
    const answer = await request('POST /api/account/verification');
    if (answer.ok) toast.success(answer.value.message ?? 'A link is on its way to your address.');
    else toast.error(failureText(answer.error, 'Failed to send the link'));
  };
  return (
    <Button size="sm" onClick={send}>
      Send again
    </Button>
  );
}
