import { shortDate } from '@sangam/shared/core/time';
import { Card } from '../../ui/Card';

/** One value per week. */
interface Series {
  /** Shown in the legend and the table. */
  label: string;
  values: readonly (number | null)[];
  /** Formats the values; by default they are shown as numbers. */
  write?: (value: number) => string;
}

interface BarChartProps {
  title: string;
  /** One line below the title that says the total. */
  summary: string;
  /** The Monday of each week, as a date. */
  starts: readonly string[];
  /** Drawn as bars: the first filled, the second as an outline beside it, since either may be higher. */
  bars: readonly [Series] | readonly [Series, Series];
  /** More columns of the table. */
  columns?: readonly Series[];
}

const HEIGHT = 96;
const SLOT = 24;
const GAP = 6;
const BETWEEN = 2;

const written = ({ write = String }: Series, value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : write(value);
const dayOf = (start: string): string => shortDate(`${start}T12:00:00.000Z`);

/** Weekly bars, which differ by fill and outline rather than by color. A table below has the same figures. */
export function BarChart({ title, summary, starts, bars, columns = [] }: BarChartProps) {
  const max = Math.max(...bars.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <Card className="flex min-w-0 flex-col gap-3 md:last:odd:col-span-2">
      <div>
        <h2 className="text-base">{title}</h2>
        <p className="text-muted text-sm">{summary}</p>
      </div>
      <p aria-hidden className="tabular -mb-3 border-line border-b text-faint text-xs">
        {max === 0 ? '\u00a0' : written(bars[0], max)}
      </p>
      <Bars name={`${title}: ${summary}`} starts={starts} bars={bars} max={max || 1} />
      <p aria-hidden className="-mt-2 flex justify-between text-faint text-xs">
        <span>{dayOf(starts[0] ?? '')}</span>
        <span>This week</span>
      </p>
      {bars.length > 1 && <Legend bars={bars} />}
      <details className="mt-auto -mb-3">
        <summary className="inline-flex min-h-control cursor-pointer items-center text-muted text-sm underline underline-offset-2 hover:text-fg">
          Show as table<span className="sr-only">: {title}</span>
        </summary>
        <Figures title={title} starts={starts} columns={[...bars, ...columns]} />
      </details>
    </Card>
  );
}

interface BarsProps extends Pick<BarChartProps, 'starts' | 'bars'> {
  name: string;
  /** The value of a bar as high as the chart. */
  max: number;
}

function Bars({ name, starts, bars, max }: BarsProps) {
  const width = starts.length * SLOT;
  const heightOf = (value: number | null | undefined) => (value ? Math.max(2, (value / max) * HEIGHT) : 0);
  const [first, second] = bars;
  const barWidth = second ? (SLOT - GAP - BETWEEN) / 2 : SLOT - GAP;
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${width} ${HEIGHT + 2}`}
      preserveAspectRatio="none"
      className="h-32 w-full text-mark"
    >
      {starts.map((start, at) => {
        const x = at * SLOT + GAP / 2;
        const [filled, outline] = [heightOf(first.values[at]), heightOf(second?.values[at])];
        return (
          <g key={start}>
            <title>
              {`Week of ${dayOf(start)}: ${bars.map((one) => `${one.label} ${written(one, one.values[at])}`).join(', ')}`}
            </title>
            <rect x={at * SLOT} y={0} width={SLOT} height={HEIGHT} fill="none" pointerEvents="all" />
            {outline > 0 && (
              <rect
                x={x + barWidth + BETWEEN}
                y={HEIGHT - outline + 1}
                width={barWidth}
                height={outline}
                fill="none"
                stroke="currentColor"
                strokeWidth={1.5}
                vectorEffect="non-scaling-stroke"
              />
            )}
            {filled > 0 && <rect x={x} y={HEIGHT - filled + 1} width={barWidth} height={filled} fill="currentColor" />}
          </g>
        );
      })}
      <line
        x1={0}
        x2={width}
        y1={HEIGHT + 1}
        y2={HEIGHT + 1}
        className="stroke-line"
        strokeWidth={1}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

const Legend = ({ bars }: Pick<BarChartProps, 'bars'>) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
    {bars.map(({ label }, index) => (
      <li key={label} className="flex items-center gap-2">
        <svg aria-hidden viewBox="0 0 12 12" className="size-3 text-mark">
          <rect
            x={1}
            y={1}
            width={10}
            height={10}
            fill={index === 0 ? 'currentColor' : 'none'}
            stroke="currentColor"
            strokeWidth={1.5}
          />
        </svg>
        {label}
      </li>
    ))}
  </ul>
);

interface FiguresProps extends Pick<BarChartProps, 'title' | 'starts'> {
  columns: readonly Series[];
}

const Figures = ({ title, starts, columns }: FiguresProps) => (
  <div className="mt-2 overflow-x-auto">
    <table className="tabular w-full text-left text-sm">
      <caption className="sr-only">{title} by week</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className="py-1 pr-3 font-medium">
            Week of
          </th>
          {columns.map(({ label }) => (
            <th key={label} scope="col" className="py-1 pr-3 font-medium">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {starts.map((start, at) => (
          <tr key={start} className="border-line border-t">
            <th scope="row" className="whitespace-nowrap py-1 pr-3 font-normal">
              {dayOf(start)}
            </th>
            {columns.map((one) => (
              <td key={one.label} className="py-1 pr-3">
                {written(one, one.values[at])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
