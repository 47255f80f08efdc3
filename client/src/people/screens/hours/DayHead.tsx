/** The heading of a weekday's column: three letters, or one in a narrow `@container`. */
export const DayHead = ({ day }: { day: string }) => (
  <>
    <span className="@max-[16rem]:hidden">{day.slice(0, 3)}</span>
    <span aria-hidden className="@min-[16rem]:hidden">
      {day.slice(0, 1)}
    </span>
  </>
);
