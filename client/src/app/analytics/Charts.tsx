import type { Analytics, AnalyticsWeek } from '@sangam/shared/app/analytics';
import { BarChart } from './BarChart';

type Figure = Exclude<keyof AnalyticsWeek, 'start' | 'answer_hours'>;

const HOURS_PER_DAY = 24;
/** A minute, in hours. Shorter times are shown as one minute, and so is their bar. */
const MINUTE_HOURS = 1 / 60;
/** Longer times are shown in days. */
const HOURS_SHOWN = 48;

/** "40 min", "5 h" or "3.5 days". */
export function durationWords(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.round(hours / MINUTE_HOURS))} min`;
  if (hours < HOURS_SHOWN) return `${Math.round(hours)} h`;
  return `${(hours / HOURS_PER_DAY).toLocaleString('en-IN', { maximumFractionDigits: 1 })} days`;
}

/** Five charts, each also as a table. */
export function Charts({ weeks, answer_hours, conversations_max }: Analytics) {
  const starts = weeks.map(({ start }) => start);
  const of = (figure: Figure) => weeks.map((week) => week[figure]);
  const sum = (figure: Figure): number => of(figure).reduce((all, value) => all + value, 0);
  const total = (figure: Figure): string => sum(figure).toLocaleString('en-IN');
  const counted = (figure: Figure, unit: string): string => `${total(figure)} ${unit}${sum(figure) === 1 ? '' : 's'}`;
  const hours = weeks.map(({ answer_hours }) => (answer_hours === null ? null : Math.max(answer_hours, MINUTE_HOURS)));
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <BarChart
        title="Join requests to you"
        summary={`${total('requests_received')} received, ${total('requests_answered')} answered`}
        starts={starts}
        bars={[
          { label: 'Answered', values: of('requests_answered') },
          { label: 'Received', values: of('requests_received') },
        ]}
      />
      <BarChart
        title="Time to answer"
        summary={
          answer_hours === null
            ? 'No answers in this period'
            : `You usually answer in about ${durationWords(answer_hours)}`
        }
        starts={starts}
        bars={[{ label: 'Median time', values: hours, write: durationWords }]}
      />
      <BarChart
        title="Join requests you sent"
        summary={`${total('requests_sent')} sent, ${total('sent_accepted')} accepted, ${total('sent_rejected')} rejected, ${total('sent_pending')} pending`}
        starts={starts}
        bars={[
          { label: 'Accepted', values: of('sent_accepted') },
          { label: 'Sent', values: of('requests_sent') },
        ]}
        columns={[
          { label: 'Rejected', values: of('sent_rejected') },
          { label: 'Pending', values: of('sent_pending') },
          { label: 'Withdrawn or ended', values: of('sent_ended') },
        ]}
      />
      <BarChart
        title="Direct messages"
        summary={
          `${total('messages_sent')} sent, ${total('messages_received')} received` +
          (conversations_max === undefined
            ? ''
            : `, in your ${conversations_max.toLocaleString('en-IN')} most recent conversations`)
        }
        starts={starts}
        bars={[
          { label: 'Sent', values: of('messages_sent') },
          { label: 'Received', values: of('messages_received') },
        ]}
      />
      <BarChart
        title="Teams"
        summary={`You joined ${counted('teams_joined', 'team')}, and ${counted('members_joined', 'member')} joined yours`}
        starts={starts}
        bars={[
          { label: 'Teams you joined', values: of('teams_joined') },
          { label: 'Members who joined yours', values: of('members_joined') },
        ]}
      />
    </div>
  );
}
