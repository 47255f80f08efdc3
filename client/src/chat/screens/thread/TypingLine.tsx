import { useTyping } from '../../state/thread/typing';

/** Says that the other member is writing; its place is always there, so that nothing moves. */
export function TypingLine({ otherId, name }: { otherId: number; name: string }) {
  const typing = useTyping((state) => state.ids.has(otherId));
  return (
    <p aria-hidden={!typing} className="h-5 truncate px-5 text-muted text-xs">
      {typing && `${name} is typing…`}
    </p>
  );
}
