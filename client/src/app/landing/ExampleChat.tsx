import { Bubble } from '../../chat/screens/message/Bubble';
import { Avatar } from '../../ui/Avatar';
import { exampleChat, exampleRequest } from './vignette-data';

/** The start of a conversation, as far as it has got. */
export function ExampleChat({ shown }: { shown: number }) {
  return (
    <div className="flex min-h-60 flex-1 flex-col rounded-lg border border-line bg-surface">
      <div className="flex items-center gap-3 border-line border-b px-4 py-3">
        <Avatar id={exampleRequest.user_id} name={exampleRequest.user_name} size="sm" online />
        <div className="leading-tight">
          <p className="font-semibold text-sm">{exampleRequest.user_name}</p>
          <p className="text-online-text text-xs">Online</p>
        </div>
      </div>
      <div className="flex flex-1 flex-col justify-end gap-2 p-4">
        {exampleChat.slice(0, shown).map((message) => (
          <Bubble key={message.id} own={message.own} className="animate-enter">
            {message.text}
          </Bubble>
        ))}
      </div>
    </div>
  );
}
