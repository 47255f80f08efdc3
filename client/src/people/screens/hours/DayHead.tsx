/** A weekday above its column: three letters, or one in a `@container` too narrow for them. */
export const DayHead = ({ day }: { day: string }) => (
  <>
    <span className="@max-[16rem]:hidden">{day.slice(0, 3)}</span>
    <span aria-hidden className="@min-[16rem]:hidden">
      {day.slice(0, 1)}
    </span>
  </>
);
