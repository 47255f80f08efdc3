/** The distances of a stream's lines from its middle. */
const lines = [-4, -3, -2, -1, 0, 1, 2, 3, 4];

/**
 * The logo's mark, two streams that become one, as a drawing. In a wide window it fills the first section behind the text; in a narrow one,
 * the space below the text.
 */
export function Confluence() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1200 760"
      preserveAspectRatio="none"
      fill="none"
      className="absolute inset-x-0 bottom-0 -z-10 h-28 w-full *:[vector-effect:non-scaling-stroke] lg:h-full forced-colors:hidden"
    >
      {lines.map((line) => {
        const opacity = 1 - Math.abs(line) / 5.5;
        const joined = `${600 + line * 2} 700V760`;
        return [
          <path
            key={line}
            d={`M0 ${645 + line * 12}C260 ${645 + line * 12} ${600 + line * 2} 610 ${joined}`}
            stroke="var(--c-fg)"
            opacity={opacity * 0.4}
          />,
          <path
            key={`+${line}`}
            d={`M1200 ${130 - line * 24}C920 ${130 - line * 24} ${602 + line * 4} ${330 - line * 12} ${joined}`}
            stroke="var(--c-accent)"
            opacity={opacity * 0.75}
          />,
        ];
      })}
    </svg>
  );
}
