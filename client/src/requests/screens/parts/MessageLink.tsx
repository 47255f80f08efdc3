import { MessageCircle } from 'lucide-react';
import { chatLink } from '../../../lib/links/chat-link';
import { ButtonLink } from '../../../ui/button/ButtonLink';

/** The way from a row with a member to the conversation with them. */
export function MessageLink({ id, name }: { id: number; name: string }) {
  return (
    <ButtonLink
      {...chatLink(id, name)}
      variant="ghost"
      size="sm"
      className="-mr-3 ml-auto"
      aria-label={`Message ${name}`}
    >
      <MessageCircle aria-hidden className="size-4" />
      Message
    </ButtonLink>
  );
}
