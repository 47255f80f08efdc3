import { chatLink } from '../lib/chat-link';
import { ButtonLink } from '../ui/ButtonLink';

/** The way from a row of requests to the conversation with who asks. */
export function MessageLink({ id, name }: { id: number; name: string }) {
  return (
    <ButtonLink
      {...chatLink(id, name)}
      variant="ghost"
      size="sm"
      className="-mr-3 ml-auto"
      aria-label={`Message ${name}`}
    >
      Message
    </ButtonLink>
  );
}
